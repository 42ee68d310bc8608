/** Calls of the public chat, and of those who moderate it. */
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const moderation = { access: 'operator:support', tag: 'operations' } as const;

export const chatEndpoints = declareEndpoints({
  'GET /chat/get_messages/:languageCode': {
    access: 'open',
    tag: 'chat',
    summary: 'The newest messages of a room',
    params: contract.roomParams,
    query: contract.historyQuery,
    response: contract.historyResponse,
    errors: ['not_found'],
  },
  'POST /chat/send_message/:languageCode': {
    access: 'person',
    tag: 'chat',
    summary: 'Write a message',
    description: 'Plain text of at most 500 characters. Five in 15 seconds and 60 an hour.',
    params: contract.roomParams,
    body: contract.sendRequest,
    response: contract.chatMessage,
    errors: ['not_found', 'email_unconfirmed', 'chat_muted', 'too_many_requests'],
  },
  'GET /v2/ops/chat/messages/:languageCode': {
    ...moderation,
    summary: 'Messages of a room with their writers, deleted ones too',
    params: contract.roomParams,
    query: contract.historyQuery,
    response: contract.moderatedHistory,
    errors: ['not_found'],
  },
  'POST /v2/ops/chat/messages/:id/delete': {
    ...moderation,
    summary: 'Delete a message',
    params: contract.messageParams,
    body: contract.deleteRequest,
    response: done,
    errors: ['not_found'],
  },
  'GET /v2/ops/chat/mutes': { ...moderation, summary: 'Who may not write', response: contract.mutesResponse },
  'POST /v2/ops/chat/mutes': {
    ...moderation,
    summary: 'Let a user write nothing for a time',
    body: contract.muteRequest,
    response: done,
    errors: ['not_found'],
  },
  'POST /v2/ops/chat/mutes/:userId/end': {
    ...moderation,
    summary: 'Let a user write again',
    params: contract.muteParams,
    body: contract.deleteRequest,
    response: done,
    errors: ['not_found'],
  },
});
