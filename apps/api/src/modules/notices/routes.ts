/** The caller's notices over HTTP, and what providers report of messages. */

import { DomainError } from '@pelican/shared/contracts';
import { deliveryReportEndpoints, noticesEndpoints } from '@pelican/shared/contracts/notices';
import type pg from 'pg';
import {
  changeChoice,
  countUnread,
  findNotices,
  markAllRead,
  markRead,
  takeDeliveryReport,
  viewChoices,
} from '../../notices/index.ts';
import type { Guards, HttpServer, PrivateReads } from '../../platform/http/index.ts';
import { serve, serveSigned } from '../../platform/http/index.ts';

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

/** @param secret undefined: no reports are taken */
export async function deliveryReportRoutes(
  app: HttpServer,
  { pool, secret, guards }: { pool: pg.Pool; secret: string | undefined; guards: Guards },
): Promise<void> {
  await serveSigned(app, { secret, headerPrefix: 'x-report' }, (scope) =>
    serve(scope, guards, deliveryReportEndpoints, {
      'POST /v2/delivery-reports': async ({ body }) => {
        await takeDeliveryReport(pool, body);
        return { status: 'success' as const };
      },
    }),
  );
}
