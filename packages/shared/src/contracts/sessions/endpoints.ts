/** Where a person is signed in, and was. */
import { listOf, paging } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

export const sessionsEndpoints = declareEndpoints({
  'GET /v2/settings/session': {
    access: 'person',
    tag: 'settings',
    limits: { rows: 'page' },
    summary: 'Own sessions that have not ended, the one that asks first',
    query: paging,
    response: listOf(contract.session),
  },
  'POST /v2/settings/session/:id/terminate': {
    access: 'person',
    tag: 'settings',
    summary: 'End a session of one’s own, all `others`, or `all` with the one that asks',
    description: 'Access tokens, refresh tokens and sockets end at once.',
    params: contract.terminateParams,
    response: contract.terminateResponse,
    errors: ['not_found'],
  },
  'GET /v2/settings/sign-ins': {
    access: 'person',
    tag: 'settings',
    summary: 'Own sign-ins, refusals and ends of sessions of the last 90 days',
    query: contract.signInsQuery,
    response: contract.signInsResponse,
  },
  'GET /v2/common/logoutTimes': {
    access: 'open',
    tag: 'system',
    summary: 'After which times people are signed out',
    response: contract.logoutTimes,
  },
});
