/** Calls of operators who moderate the chat. */
import { declareEndpoints } from '../endpoint.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import * as contract from './schemas.ts';

const moderation = { access: 'operator:support', tag: 'operations' } as const;
const change = { ...moderation, statuses: submissionStatuses, response: submission } as const;

export const chatModerationEndpoints = declareEndpoints({
  'GET /v2/ops/chat/messages/:languageCode': {
    ...moderation,
    summary: 'Messages of a room with their writers, deleted ones too',
    params: contract.roomParams,
    query: contract.historyQuery,
    response: contract.moderatedHistory,
    errors: ['not_found'],
  },
  'POST /v2/ops/chat/messages/:id/delete': {
    ...change,
    summary: 'Delete a message',
    params: contract.messageParams,
    body: contract.deleteRequest,
    errors: ['not_found'],
  },
  'GET /v2/ops/chat/mutes': { ...moderation, summary: 'Who may not write', response: contract.mutesResponse },
  'POST /v2/ops/chat/mutes': {
    ...change,
    summary: 'Let a user write nothing for a time',
    body: contract.muteRequest,
    errors: ['not_found'],
  },
  'POST /v2/ops/chat/mutes/:userId/end': {
    ...change,
    summary: 'Let a user write again',
    params: contract.muteParams,
    body: contract.deleteRequest,
    errors: ['not_found'],
  },
});
