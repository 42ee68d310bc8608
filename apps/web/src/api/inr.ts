/** Bank accounts in India of the signed-in person. */
import { ifscCode, inrBanksPageSize, type NewInrBank } from '@pelican/shared/contracts/inr';
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
