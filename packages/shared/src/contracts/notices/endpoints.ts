/** Calls of the notices. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const own = { access: 'person', tag: 'notices' } as const;

export const noticesEndpoints = declareEndpoints({
  'GET /v3/notices': {
    ...own,
    summary: 'The caller’s notices, newest first',
    query: contract.noticesQuery,
    response: contract.noticesResponse,
  },
  'GET /v3/notices/unread': {
    ...own,
    summary: 'How many of them are unread',
    description: 'Counts to 100.',
    response: contract.unreadResponse,
  },
  'POST /v3/notices/:id/read': {
    ...own,
    summary: 'Mark a notice as read',
    params: contract.noticeParams,
    response: contract.unreadResponse,
    errors: ['not_found'],
  },
  'POST /v3/notices/read-all': {
    ...own,
    summary: 'Mark all notices up to one as read',
    body: contract.readAllRequest,
    response: contract.unreadResponse,
  },
  'GET /v3/notices/choices': {
    ...own,
    summary: 'Over which channels the caller gets notices, by category',
    response: contract.choicesResponse,
  },
  'POST /v3/notices/choices': {
    ...own,
    summary: 'Turn a channel of a category on or off',
    description: 'A forced channel cannot be turned off.',
    body: contract.choiceRequest,
    response: contract.choicesResponse,
    errors: ['invalid_argument'],
  },
});
