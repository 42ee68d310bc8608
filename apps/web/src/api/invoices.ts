/** Invoices: own ones, what is done with them, and one as the person sees it who has its link. */
import type { FiatPayment, InvoiceConfirmation, InvoiceState, NewInvoice } from '@pelican/shared/contracts/invoices';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of the own ones. */
export const invoicesKey = [privateKey, 'invoices'] as const;

export interface InvoicesFilter {
  side: 'made' | 'paid';
  /** '' for all. */
  state: InvoiceState | '';
  offset: number;
  limit: number;
}

export const invoicesQuery = ({ state, ...filter }: InvoicesFilter) =>
  queryOptions({
    queryKey: [...invoicesKey, state, filter],
    queryFn: ({ signal }) =>
      call('GET /v3/invoices', { query: { ...filter, ...(state === '' ? {} : { state }) }, signal }),
    placeholderData: keepPreviousData,
  });

/**
 * @param idempotencyKey the same for every try of one invoice, so that it is made once
 * @throws ApiError kyc_required, wrong_step, out_of_range, too_many_requests
 */
export const makeInvoice = (invoice: NewInvoice, idempotencyKey: string) =>
  call('POST /v3/invoices', { body: invoice, idempotencyKey });

/** @throws ApiError not_found, invoice_closed */
export const cancelInvoice = (id: string) => call('DELETE /v3/invoices/:id', { params: { id } });

export const invoiceKey = (id: string) => ['invoice', id] as const;

/** By its link; asked for again while it can be paid. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: invoiceKey(id),
    queryFn: ({ signal }) => call('GET /invoice/:id', { params: { id }, signal, anonymous: true }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 5_000 : false),
    retry: false,
  });

/** Has the code sent by mail that pays it. @throws ApiError kyc_required, withdrawals_locked, invoice_closed, invoice_own, too_many_requests */
export const sendInvoiceCode = (id: string) => call('POST /makeinnerinvoice/:id', { params: { id } });

/** Pays from the main wallet. @throws ApiError code_wrong, factor_wrong, insufficient_balance, withdrawal_limit, invoice_closed */
export const payInvoice = (id: string, proof: InvoiceConfirmation) =>
  call('POST /confirminnerinvoice/:id', { params: { id }, body: proof });

/** Begins a deposit that leaves the amount. @throws ApiError deposit_disabled, amount_too_small, amount_too_large, payment_provider_failed */
export const payInvoiceByProvider = (payment: FiatPayment, idempotencyKey: string) =>
  call('POST /makefiatpayment', { body: payment, idempotencyKey });
