/** Calls of saved withdrawal addresses. */
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const tag = 'withdrawals';
const proof =
  'Where a second factor is enabled, or the sign-in is older than ten minutes, it is refused with `sign_in_again` and a challenge, which ' +
  'POST /v2/auth/challenge answers.';
const change = { access: 'person', tag, limits: { bodyBytesMax: 8 * 1024, rate: 'identification' } } as const;
const remove = { ...change, params: contract.addressParams, response: done } as const;

export const savedAddressesEndpoints = declareEndpoints({
  'GET /v3/profile/addresses-management': {
    access: 'read',
    tag,
    summary: 'Own saved withdrawal addresses, the newest first',
    query: contract.savedAddressesQuery,
    response: contract.savedAddressList,
    limits: { rows: 'page' },
    errors: ['unknown_asset'],
  },
  'POST /v3/profile/add-addresses-management': {
    ...change,
    summary: 'Save a withdrawal address',
    description: `It is checked as that of a withdrawal is. For API keys, and where withdrawals go to saved addresses alone, it counts after a waiting time. ${proof}`,
    body: contract.newSavedAddress,
    response: contract.savedAddressAnswer,
    errors: [
      'sign_in_again',
      'unknown_asset',
      'unknown_payment_method',
      'invalid_address',
      'address_saved',
      'too_many_addresses',
      'too_many_requests',
    ],
  },
  'GET /v3/profile/delete-addresses-management/:id': {
    ...remove,
    summary: 'Delete an own saved address',
    description: `A GET that changes something, for older clients: demands the X-CSRF-Token header of the session. Prefer the DELETE. ${proof}`,
    errors: ['not_found', 'csrf', 'sign_in_again', 'too_many_requests'],
  },
  'DELETE /v3/profile/delete-addresses-management/:id': {
    ...remove,
    summary: 'Delete an own saved address',
    description: proof,
    errors: ['not_found', 'sign_in_again', 'too_many_requests'],
  },
  'POST /v3/profile/addresses-management/allow-list': {
    ...change,
    summary: 'Let withdrawals go to saved addresses alone, or to any',
    description: `It is on at once, also for withdrawals that are not confirmed yet. Switched off, it ends after the waiting time of a new address. ${proof}`,
    body: contract.allowListSwitch,
    response: contract.allowList,
    errors: ['sign_in_again', 'too_many_requests'],
  },
});
