/** Saved withdrawal addresses of the signed-in person, and the switch to withdraw to them alone. */
import {
  type NewSavedAddress,
  savedAddressesMax,
  savedAddressesPageSize,
} from '@pelican/shared/contracts/saved-addresses';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of everything here. */
export const savedAddressesKey = [privateKey, 'saved-addresses'] as const;
const freshMs = 60_000;

export interface AddressFilters {
  /** '' for those of all currencies. */
  ticker: string;
  /** Key of a payment method; '' for those of all. */
  method: string;
}

const queryOf = ({ ticker, method }: AddressFilters) => ({
  ...(ticker === '' ? {} : { ticker }),
  ...(method === '' ? {} : { payment_method: method }),
});

export const savedAddressesQuery = (filters: AddressFilters, offset: number) =>
  queryOptions({
    queryKey: [...savedAddressesKey, 'page', filters, offset],
    queryFn: ({ signal }) =>
      call('GET /v3/profile/addresses-management', {
        query: { ...queryOf(filters), offset, limit: savedAddressesPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });

/** All of one payment method of a currency, to choose from. */
export const addressesOfMethodQuery = (filters: AddressFilters) =>
  queryOptions({
    queryKey: [...savedAddressesKey, 'method', filters],
    queryFn: ({ signal }) =>
      call('GET /v3/profile/addresses-management', {
        query: { ...queryOf(filters), offset: 0, limit: savedAddressesMax },
        signal,
      }),
    enabled: filters.method !== '',
    staleTime: freshMs,
  });

/** @throws ApiError invalid_address, address_saved, too_many_addresses */
export function saveAddress(wanted: NewSavedAddress) {
  return call('POST /v3/profile/add-addresses-management', { body: wanted });
}

/** @throws ApiError not_found */
export function deleteSavedAddress(id: number) {
  return call('DELETE /v3/profile/delete-addresses-management/:id', { params: { id } });
}

export function switchAllowList(enabled: boolean) {
  return call('POST /v3/profile/addresses-management/allow-list', { body: { enabled } });
}
