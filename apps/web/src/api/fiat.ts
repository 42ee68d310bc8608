/** Deposits by payment providers. */
import type { NewProviderDeposit } from '@pelican/shared/contracts/fiat';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export interface WantedDeposit {
  ticker: string;
  paymentKey: string;
  form: NewProviderDeposit;
}

/** Where the browser goes to pay. @throws ApiError deposit_disabled, payment_provider_failed, amount_too_small, amount_too_large, kyc_required */
export const startDeposit = ({ ticker, paymentKey, form }: WantedDeposit, idempotencyKey: string) =>
  call('POST /v3/balance/deposit-:ticker/:paymentKey', { params: { ticker, paymentKey }, body: form, idempotencyKey });

/** What a deposit of the amount costs. @param amount '' or '0' asks nothing */
export const depositFeeQuery = (ticker: string, paymentKey: string, amount: string) =>
  queryOptions({
    queryKey: ['payment-fee', 'deposit', ticker, paymentKey, amount],
    queryFn: ({ signal }) =>
      call('POST /v3/balance/calcfee-:ticker/:paymentKey', {
        params: { ticker, paymentKey },
        body: { amount, action: 'deposit' },
        signal,
      }),
    enabled: /[1-9]/.test(amount),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });

/** Asks the provider what became of it. @throws ApiError not_found, payment_provider_failed */
export const verifyTransaction = (id: number) => call('POST /v3/balance/verify-transaction', { body: { id } });

/** A payment by its link; asked for again while it is open. */
export const merchantQuery = (hash: string) =>
  queryOptions({
    queryKey: ['merchant', hash],
    queryFn: ({ signal }) => call('GET /v3/merchant/:hash', { params: { hash }, signal, anonymous: true }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 5_000 : false),
    retry: false,
  });
