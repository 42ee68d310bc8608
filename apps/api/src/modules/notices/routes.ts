/** The caller's notices over HTTP. */

import { DomainError } from '@pelican/shared/contracts';
import { noticesEndpoints } from '@pelican/shared/contracts/notices';
import type pg from 'pg';
import { changeChoice, countUnread, findNotices, markAllRead, markRead, viewChoices } from '../../notices/index.ts';
import type { Guards, HttpServer, PrivateReads } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';

export interface NoticeRoutesDeps {
  pool: pg.Pool;
  privateReads: PrivateReads;
  guards: Guards;
}

export function noticeRoutes(app: HttpServer, { pool, privateReads, guards }: NoticeRoutesDeps): void {
  serve(app, guards, noticesEndpoints, {
    'GET /v3/notices': ({ principal, query: { before, category, limit } }) =>
      privateReads.queue.run(principal, () =>
        findNotices(privateReads.pool, principal.userId, { before, category, limit }),
      ),
    'GET /v3/notices/unread': async ({ principal: { userId } }) => ({ unread: await countUnread(pool, userId) }),
    'POST /v3/notices/:id/read': async ({ principal: { userId }, params: { id } }) => {
      if (!(await markRead(pool, userId, id))) throw new DomainError('not_found');
      return { unread: await countUnread(pool, userId) };
    },
    'POST /v3/notices/read-all': async ({ principal: { userId }, body }) => {
      await markAllRead(pool, userId, body.up_to);
      return { unread: await countUnread(pool, userId) };
    },
    'GET /v3/notices/choices': ({ principal: { userId } }) => viewChoices(pool, userId),
    'POST /v3/notices/choices': async ({ principal: { userId }, body }) => {
      await changeChoice(pool, userId, body);
      return viewChoices(pool, userId);
    },
  });
}
