/** Deletion of one's own account. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

export const deletionEndpoints = declareEndpoints({
  'GET /v2/settings/deletion': {
    access: 'person',
    tag: 'account',
    summary: 'What stands in the way of deleting the account, and whether its deletion is on its way',
    response: contract.deletionState,
  },
  'POST /v2/deleteUserApi': {
    access: 'person',
    tag: 'account',
    limits: { bodyBytesMax: 4 * 1024, rate: 'identification' },
    summary: 'Ask for the deletion of the account, which is done after 14 days',
    description:
      'By the password and a second factor where one is enabled; a code by mail is one only where the account has no other.',
    body: contract.deletionRequest,
    response: contract.deletionState,
    errors: ['deletion_blocked', 'password_wrong', 'factor_needed', 'factor_wrong'],
  },
  'DELETE /v2/settings/deletion': {
    access: 'person',
    tag: 'account',
    summary: 'Keep the account after all',
    response: contract.deletionState,
  },
});
