/** Bank accounts in India of the signed-in person. */
import { ifscCode, inrBanksPageSize, type NewInrBank, type NewInrDeposit } from '@pelican/shared/contracts/inr';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of everything here. */
export const inrKey = [privateKey, 'inr'] as const;

export const inrBanksQuery = (offset = 0) =>
  queryOptions({
    queryKey: [...inrKey, 'banks', offset],
    queryFn: ({ signal }) => call('GET /v3/inr-banks', { query: { offset, limit: inrBanksPageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/** The bank of an IFSC as it is typed; asked once the code is complete. */
export const ifscQuery = (typed: string) => {
  const code = ifscCode.safeParse(typed);
  return queryOptions({
    queryKey: [privateKey, 'ifsc', code.data ?? ''],
    queryFn: ({ signal }) => call('GET /v3/inr-ifsc/:code', { params: { code: code.data ?? '' }, signal }),
    enabled: code.success,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
};

/**
 * Adds an account and has it verified at once, where that takes no operator.
 * @throws ApiError inr_bank_limit, inr_bank_added, inr_bank_not_added, kyc_required
 */
export async function addInrBank(wanted: NewInrBank) {
  const { id } = await call('POST /v3/inr-banks', { body: wanted });
  await call('POST /v3/inr-bank-validate/:id', { params: { id } });
  return call('GET /v3/inr-banks/:id', { params: { id } });
}

/** @throws ApiError inr_bank_in_use, inr_bank_not_found */
export function deleteInrBank(id: number) {
  return call('DELETE /v3/inr-banks/:id', { params: { id } });
}

/** Where to pay to from an own active account. */
export const inrRequisitesQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: [...inrKey, 'requisites', id ?? 0],
    queryFn: ({ signal }) => call('GET /v3/inr-requisites/:id', { params: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
  });

export const inrDepositsQuery = (offset: number) =>
  queryOptions({
    queryKey: [...inrKey, 'deposits', offset],
    queryFn: ({ signal }) => call('GET /v3/inr-deposits', { query: { offset, limit: inrBanksPageSize }, signal }),
    placeholderData: keepPreviousData,
    // An operator credits it meanwhile.
    refetchInterval: 30_000,
  });

/** @throws ApiError inr_transaction_id_exists, inr_daily_limit, inr_bank_not_verified, deposit_disabled, kyc_required */
export function reportDeposit(wanted: NewInrDeposit) {
  return call('POST /v3/balance/deposit-:ticker/INR', { params: { ticker: 'INR' }, body: wanted });
}
