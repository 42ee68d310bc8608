/** Spot orders and history over HTTP. The rules are in service.ts and the engine's. */

import { type historyQuery, spotHistoryEndpoints, spotOrderEndpoints } from '@pelican/shared/contracts/spot';
import type * as z from 'zod/mini';
import type { SpotVenue } from '../../live/index.ts';
import type { Guards, HttpServer, PrivateReads, Reader } from '../../platform/http/index.ts';
import { hot, serve } from '../../platform/http/index.ts';
import { requireMarket } from './order-commands.ts';
import { createOwnOrders } from './own-orders.ts';
import { findFinishedOrders, findTrades, type HistoryFilter } from './repository.ts';
import type { SpotService } from './service.ts';

export interface SpotRoutesDeps {
  spot: SpotService;
  live: SpotVenue;
  privateReads: PrivateReads;
  guards: Guards;
}

export function spotRoutes(app: HttpServer, deps: SpotRoutesDeps): void {
  orderRoutes(app, deps);
  historyRoutes(app, deps);
}

function orderRoutes(app: HttpServer, { spot, guards }: SpotRoutesDeps): void {
  const cancelled = (count: number) => ({ status: 'success' as const, cancelled: count });

  serve(app, guards, spotOrderEndpoints, {
    'POST /v2/order': hot(({ principal, body }) => spot.placeLimit(principal, body)),
    'POST /v2/order/put_market': hot(({ principal, body }) => spot.placeMarket(principal, body)),
    'POST /v2/order/modify': hot(({ principal, body }) => spot.amend(principal, body)),
    'GET /v2/order': hot(async ({ principal, query }) => {
      const { orders, total } = await spot.openOrders(principal, query);
      return { result: orders, total, offset: query.offset, limit: query.limit };
    }),
    'DELETE /v2/order/:id': hot(({ principal, params }) => spot.cancel(principal, params.id)),
    'DELETE /v2/order/deleteall': async ({ principal }) => cancelled(await spot.cancelAll(principal, 'all')),
    'DELETE /v2/order/deleteall/:pair': async ({ principal, params: { pair } }) =>
      cancelled(await spot.cancelAll(principal, pair === '' ? 'all' : { pair })),
    'DELETE /v2/order/deleteallbycoin/:coin': async ({ principal, params: { coin } }) =>
      cancelled(await spot.cancelAll(principal, { coin })),
  });
}

function historyRoutes(app: HttpServer, { live, privateReads, guards }: SpotRoutesDeps): void {
  const { pool, queue } = privateReads;
  const own = createOwnOrders(live, privateReads);

  function filterOf(userId: number, query: z.infer<typeof historyQuery>): HistoryFilter {
    const { pair, side, start, end, offset, limit } = query;
    const market = pair ? requireMarket(live, pair, userId) : undefined;
    return { userId, market, side: side || undefined, start, end, offset, limit };
  }

  async function trades(reader: Reader, query: z.infer<typeof historyQuery>) {
    const filter = filterOf(reader.userId, query);
    await live.waitForOwn(reader.userId);
    const page = await queue.run(reader, () => findTrades(pool, filter, live.catalog()));
    return { ...page, offset: filter.offset, limit: filter.limit };
  }

  serve(app, guards, spotHistoryEndpoints, {
    'GET /v2/order/finished': async ({ principal, query }) => {
      const { source, status } = query;
      const filter = {
        ...filterOf(principal.userId, query),
        source: source || undefined,
        status: status || undefined,
      };
      await live.waitForOwn(filter.userId);
      const page = await queue.run(principal, () => findFinishedOrders(pool, filter, live.catalog()));
      return { ...page, offset: filter.offset, limit: filter.limit };
    },
    'GET /v2/order/:id': ({ principal, params }) => own.find(principal, params.id),
    'GET /v2/order/:id/deals': async ({ principal, params, query }) => ({
      ...(await own.fills(principal, params.id, query)),
      ...query,
    }),
    'GET /v2/history': ({ principal, query }) => trades(principal, query),
    'GET /v2/history/:pair': ({ principal, query, params: { pair } }) => trades(principal, { ...query, pair }),
  });
}
