/** Moderation of the chat over HTTP. */
import { chatModerationEndpoints } from '@pelican/shared/contracts/chat';
import { type OperatorConsole, outcomeOf } from '../../identity/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { deleteMessage, endMute, listMutes, muteUser, readModerated } from './moderation.ts';
import { roomOf } from './rooms.ts';

export function chatOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;
  serve(app, guards, chatModerationEndpoints, {
    'GET /v2/ops/chat/messages/:languageCode': ({ params, query: { before, limit } }) =>
      readModerated(pool, roomOf(params.languageCode), { before, limit }),
    'POST /v2/ops/chat/messages/:id/delete': async ({ principal, reply, params: { id }, body: { reason } }) =>
      outcomeOf(await operators.submit({ principal, reply }, deleteMessage, { payload: { id }, reason })),
    'GET /v2/ops/chat/mutes': async () => ({ result: await listMutes(pool) }),
    'POST /v2/ops/chat/mutes': async ({ principal, reply, body: { user_id: userId, minutes, reason } }) =>
      outcomeOf(await operators.submit({ principal, reply }, muteUser, { payload: { userId, minutes }, reason })),
    'POST /v2/ops/chat/mutes/:userId/end': async ({ principal, reply, params: { userId }, body: { reason } }) =>
      outcomeOf(await operators.submit({ principal, reply }, endMute, { payload: { userId }, reason })),
  });
}
