/** Calls of the public chat. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

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
});
