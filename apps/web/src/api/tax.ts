/** Queries of the tax centre. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { readFile } from './files.ts';
import { privateKey } from './query-client.ts';

const key = 'tax';
const countingMs = 2_000;

/** Of everything here. */
export const taxKeys = { all: [privateKey, key] } as const;

export interface TaxPeriod {
  year: number;
  /** Undefined: the whole financial year. */
  quarter: number | undefined;
}

type PageOfPeriod = TaxPeriod & { offset: number; limit: number };

/** Asked again while the records are being counted. */
export const taxSummaryQuery = (query: TaxPeriod) =>
  queryOptions({
    queryKey: [privateKey, key, 'summary', query],
    queryFn: ({ signal }) => call('GET /v2/tax/summary', { query, signal }),
    refetchInterval: ({ state }) => (state.data?.isCounting ? countingMs : false),
  });

export const taxDeductionsQuery = (query: PageOfPeriod) =>
  queryOptions({
    queryKey: [privateKey, key, 'deductions', query],
    queryFn: ({ signal }) => call('GET /v2/tax/deductions', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const taxDisposalsQuery = (query: PageOfPeriod) =>
  queryOptions({
    queryKey: [privateKey, key, 'disposals', query],
    queryFn: ({ signal }) => call('GET /v2/tax/disposals', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const taxIncomesQuery = (query: PageOfPeriod) =>
  queryOptions({
    queryKey: [privateKey, key, 'incomes', query],
    queryFn: ({ signal }) => call('GET /v2/tax/incomes', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const taxLotsQuery = (query: { unknown: 'true' | ''; offset: number; limit: number }) =>
  queryOptions({
    queryKey: [privateKey, key, 'lots', query],
    queryFn: ({ signal }) => call('GET /v2/tax/lots', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Asks for a count of what is new. */
export const countTax = () => call('POST /v2/tax/count', { body: {} });

/** @param given.cost rupees for the whole lot; empty: not known after all. @throws ApiError not_found */
export const enterTaxCost = (given: { reference: string; cost: string }) => call('POST /v2/tax/cost', { body: given });

export const taxInvoicesQuery = (query: Omit<PageOfPeriod, 'quarter'>) =>
  queryOptions({
    queryKey: [privateKey, key, 'invoices', query],
    queryFn: ({ signal }) => call('GET /v2/tax/invoices', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** The PDF. @throws ApiError not_found */
export const readTaxInvoice = ({ year, number }: { year: number; number: number }) =>
  readFile(`/v2/tax/invoices/${year}/${number}/file`, new AbortController().signal);

/** All invoices of a financial year in one PDF. @throws ApiError not_found */
export const readYearOfInvoices = (year: number) =>
  readFile(`/v2/tax/invoices/${year}/file`, new AbortController().signal);

/** @param state GST code */
export const saveTaxState = (state: string) => call('POST /v2/tax/profile', { body: { state } });

export interface TaxExport {
  kind:
    | 'tax.deductions'
    | 'tax.gains'
    | 'tax.schedule-vda'
    | 'tax.incomes'
    | 'tax.ledger'
    | 'tax.koinly'
    | 'tax.cointracking';
  format: 'csv' | 'pdf';
  period: TaxPeriod;
}

/** A file in the background. @throws ApiError exports_waiting, too_many_requests */
export const beginTaxExport = ({ kind, format, period: { year, quarter } }: TaxExport) =>
  call('POST /v2/exports', { body: { kind, format, params: quarter === undefined ? { year } : { year, quarter } } });
