/** The public chat over HTTP. */
import { chatEndpoints } from '@pelican/shared/contracts/chat';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Guards, type HttpServer, type PublicReads, queryRows, serve } from '../../platform/http/index.ts';
import { readRoom, roomOf } from './rooms.ts';
import { sendMessage } from './send.ts';

export interface ChatRoutesDeps {
  pool: pg.Pool;
  redis: Redis;
  log: Pick<Logger, 'warn'>;
  publicReads: PublicReads;
  guards: Guards;
}

export function chatRoutes(app: HttpServer, deps: ChatRoutesDeps): void {
  const { publicReads, guards } = deps;
  serve(app, guards, chatEndpoints, {
    'GET /chat/get_messages/:languageCode': ({ params, query: { before, limit }, request: { ip } }) => {
      const room = roomOf(params.languageCode);
      publicReads.queue.spend(ip, queryRows + limit);
      return publicReads.queue.run(ip, () => readRoom(publicReads.pool, room, { before, limit }));
    },
    'POST /chat/send_message/:languageCode': ({ principal: { userId }, params, body: { message } }) =>
      sendMessage(deps, { userId, room: roomOf(params.languageCode), message }),
  });
}
