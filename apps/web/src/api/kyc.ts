/** Identity verification of the signed-in user. */
import type { GlobalInfo, IndianInfo, KycSubmitted } from '@pelican/shared/contracts/kyc';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export type Variant = 'global' | 'india';

/** First elements of the keys of everything here. */
export const kycKey = [privateKey, 'kyc'] as const;

export const kycStatusQuery = queryOptions({
  queryKey: [...kycKey, 'status'],
  queryFn: ({ signal }) => call('GET /v2/kyc/status', { signal }),
});

/** What the form begins with. */
export const kycDataQuery = (variant: Variant) =>
  queryOptions({
    queryKey: [...kycKey, 'data', variant],
    queryFn: ({ signal }) =>
      variant === 'india'
        ? call('POST /v2/kyc/getdataforKYC', { signal })
        : call('POST /v2/kyc/intlGetdataforKYC', { signal }),
  });

/** Which documents were sent. */
export const kycDocumentsQuery = (variant: Variant) =>
  queryOptions({
    queryKey: [...kycKey, 'documents', variant],
    queryFn: ({ signal }) =>
      variant === 'india'
        ? call('GET /v2/kyc/documents-indian', { signal })
        : call('GET /v2/kyc/documents', { signal }),
  });

/** @param isAgain details that were asked for again @throws ApiError with the fields that are refused; kyc_state */
export function sendInfo(variant: Variant, info: object, isAgain: boolean): Promise<KycSubmitted> {
  if (variant === 'global') return call('POST /v2/kyc/passport', { body: info as GlobalInfo });
  return isAgain
    ? call('POST /v2/kyc/update-passport-indian', { body: info as IndianInfo })
    : call('POST /v2/kyc/passport-indian', { body: info as IndianInfo });
}

/** @param isAgain parts that were asked for again @throws ApiError with the fields that are refused; kyc_state */
export function sendDocuments(variant: Variant, body: FormData, isAgain: boolean): Promise<KycSubmitted> {
  if (variant === 'india')
    return isAgain
      ? call('POST /v2/kyc/update-documents-indian', { body })
      : call('POST /v2/kyc/documents-indian', { body });
  return isAgain ? call('POST /v2/kyc/update-documents', { body }) : call('POST /v2/kyc/documents', { body });
}

/** Begins again after a refusal. @throws ApiError kyc_state, too_many_requests */
export function redoKyc(variant: Variant): Promise<KycSubmitted> {
  return variant === 'india' ? call('POST /v2/kyc/redoKyc') : call('POST /v2/kyc/intl-redoKyc');
}
