/** Calls of operators with the permission `support`. */
import * as z from 'zod/mini';
import { declareEndpoints } from '../endpoint.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { faqEntryRequest } from './faq.ts';
import * as contract from './operators.ts';
import { commentsPage } from './tickets.ts';

const operators = { access: 'operator:support', tag: 'operations' } as const;
const change = { ...operators, statuses: submissionStatuses } as const;
const params = contract.opsRowParams;
const texts = { bodyBytesMax: 48 * 1024 } as const;

const file = { params: contract.opsFileParams, response: z.unknown(), errors: ['not_found'] } as const;

export const supportOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/support/tickets': {
    ...operators,
    summary: 'Tickets of all users',
    query: contract.opsTicketsQuery,
    response: contract.opsTicketsResponse,
    limits: { rows: 'page' },
  },
  'GET /v2/ops/support/tickets/:id': {
    ...operators,
    summary: 'A ticket with its comments; the look is recorded, once an hour',
    params,
    query: contract.opsConversationQuery,
    response: contract.opsTicketDetails,
    limits: { rows: commentsPage },
    errors: ['not_found'],
  },
  'GET /v2/ops/support/tickets/:id/files/:file': {
    ...operators,
    ...file,
    summary: 'The content of a picture of a ticket; the look is recorded',
  },
  'POST /v2/ops/support/tickets/:id/answer': {
    ...change,
    summary: 'Answer a ticket',
    description:
      'The user gets a notice and a mail, in a chat one for each turn. With `seen` the ticket stays open, and in its queue, if the user has written meanwhile.',
    params,
    body: contract.answerRequest,
    response: contract.ticketSubmission,
    limits: texts,
    errors: ['not_found', 'ticket_closed', 'claimed'],
  },
  'POST /v2/ops/support/tickets/:id/status': {
    ...change,
    summary: 'Change the status of a ticket',
    params,
    body: contract.opsStatusRequest,
    response: contract.ticketSubmission,
    errors: ['not_found', 'status_refused', 'claimed'],
  },
  'GET /v2/ops/support/answers': { ...operators, summary: 'Saved answers', response: contract.savedAnswersResponse },
  'POST /v2/ops/support/answers': {
    ...change,
    summary: 'Save an answer',
    body: contract.savedAnswerRequest,
    response: contract.answerSubmission,
    limits: texts,
  },
  'POST /v2/ops/support/answers/:id': {
    ...change,
    summary: 'Change a saved answer',
    params,
    body: contract.savedAnswerRequest,
    response: contract.answerSubmission,
    limits: texts,
    errors: ['not_found'],
  },
  'DELETE /v2/ops/support/answers/:id': {
    ...change,
    summary: 'Delete a saved answer',
    params,
    response: submission,
    errors: ['not_found'],
  },
  'GET /v2/ops/support/faq': {
    ...operators,
    summary: 'All entries of the FAQ, in all languages',
    response: contract.opsFaqResponse,
  },
  'POST /v2/ops/support/faq': {
    ...change,
    summary: 'Add an entry to the FAQ',
    body: faqEntryRequest,
    response: contract.entrySubmission,
    limits: texts,
    errors: ['invalid_argument'],
  },
  'POST /v2/ops/support/faq/:id': {
    ...change,
    summary: 'Change an entry of the FAQ',
    params,
    body: faqEntryRequest,
    response: contract.entrySubmission,
    limits: texts,
    errors: ['not_found', 'invalid_argument'],
  },
  'DELETE /v2/ops/support/faq/:id': {
    ...change,
    summary: 'Delete an entry of the FAQ',
    params,
    response: submission,
    errors: ['not_found'],
  },
  'GET /v2/ops/support/forms': {
    ...operators,
    summary: 'Forms received',
    query: contract.opsFormsQuery,
    response: contract.opsFormsResponse,
  },
  'GET /v2/ops/support/forms/:id': {
    ...operators,
    summary: 'A form, and what was sent again for the same case',
    params,
    response: contract.opsFormDetails,
    errors: ['not_found'],
  },
  'GET /v2/ops/support/forms/:id/files/:file': {
    ...operators,
    ...file,
    summary: 'The content of a picture of a case; the look is recorded',
  },
  'POST /v2/ops/support/forms/:id/state': {
    ...change,
    summary: 'Change the state of a form',
    params,
    body: contract.formStateRequest,
    response: contract.formSubmission,
    errors: ['not_found', 'claimed'],
  },
  'GET /v2/ops/support/openings': {
    ...operators,
    summary: 'How many wait for which market or feature',
    response: contract.openingsResponse,
  },
  'POST /v2/ops/support/openings/tell': {
    ...change,
    summary: 'Tell those who wait that a market or a feature has opened',
    body: contract.tellRequest,
    response: contract.tellSubmission,
  },
});
