/** Spot orders and history over HTTP. The rules are in service.ts and the engine's. */
import { pairName, ticker } from '@pelican/shared/contracts/common.ts';
import * as contract from '@pelican/shared/contracts/spot.ts';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { SpotVenue } from '../../market-data/index.ts';
import { type Guards, principalOf } from '../../platform/guards.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import { plainJson } from '../../platform/http-server.ts';
import { requireMarket } from './order-commands.ts';
import { findDeals, findFinishedOrders, type HistoryFilter } from './repository.ts';
import type { SpotService } from './service.ts';

export interface SpotRoutesDeps {
  spot: SpotService;
  live: SpotVenue;
  pool: pg.Pool;
  guards: Guards;
}

const orderId = z.object({ id: z.coerce.number() });
const tags = ['spot'];

export function spotRoutes(app: HttpServer, deps: SpotRoutesDeps): void {
  orderRoutes(app, deps);
  cancelRoutes(app, deps);
  historyRoutes(app, deps);
}

function orderRoutes(app: HttpServer, { spot, guards }: SpotRoutesDeps): void {
  const trade = guards.signedIn('trade');

  app.post(
    '/v2/order',
    {
      preValidation: trade,
      // Every field comes from typed code, and checking it again would be the most expensive part of the call.
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Place a limit order',
        description: 'A repeat with the same client_id answers the first order.',
        body: contract.placeLimitRequest,
        response: { 200: contract.spotOrder },
      },
    },
    (request) => spot.placeLimit(principalOf(request), request.body),
  );

  app.post(
    '/v2/order/put_market',
    {
      preValidation: trade,
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Place a market order',
        description: 'The amount of a buy is money, of a sell stock, unless amount_type says otherwise.',
        body: contract.placeMarketRequest,
        response: { 200: contract.spotOrder },
      },
    },
    (request) => spot.placeMarket(principalOf(request), request.body),
  );

  app.get(
    '/v2/order',
    {
      preValidation: guards.signedIn('read'),
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Open orders, newest first',
        querystring: contract.openOrdersQuery,
        response: { 200: contract.orderList },
      },
    },
    async (request) => {
      const { offset, limit } = request.query;
      const { orders, total } = await spot.openOrders(principalOf(request), request.query);
      return { result: orders, total, offset, limit };
    },
  );
}

function cancelRoutes(app: HttpServer, { spot, guards }: SpotRoutesDeps): void {
  const trade = guards.signedIn('trade');
  const cancelled = (count: number) => ({ status: 'success' as const, cancelled: count });
  const response = { 200: contract.cancelAllResponse };

  app.delete(
    '/v2/order/:id',
    {
      preValidation: trade,
      serializerCompiler: plainJson,
      schema: { tags, summary: 'Cancel an order', params: orderId, response: { 200: contract.spotOrder } },
    },
    (request) => spot.cancel(principalOf(request), request.params.id),
  );

  app.delete(
    '/v2/order/deleteall',
    { preValidation: trade, schema: { tags, summary: 'Cancel all open orders', response } },
    async (request) => cancelled(await spot.cancelAll(principalOf(request), 'all')),
  );

  app.delete(
    '/v2/order/deleteall/:pair',
    {
      preValidation: trade,
      schema: {
        tags,
        summary: 'Cancel all open orders of a pair, or all with a blank pair',
        params: z.object({ pair: z.union([pairName, z.literal('')]) }),
        response,
      },
    },
    async (request) => {
      const { pair } = request.params;
      return cancelled(await spot.cancelAll(principalOf(request), pair === '' ? 'all' : { pair }));
    },
  );

  app.delete(
    '/v2/order/deleteallbycoin/:coin',
    {
      preValidation: trade,
      schema: {
        tags,
        summary: 'Cancel all open orders that have the coin as stock or as money',
        params: z.object({ coin: ticker }),
        response,
      },
    },
    async (request) => cancelled(await spot.cancelAll(principalOf(request), { coin: request.params.coin })),
  );
}

function historyRoutes(app: HttpServer, deps: SpotRoutesDeps): void {
  const { live, pool, guards } = deps;
  const read = guards.signedIn('read');

  function filterOf(userId: number, query: z.infer<typeof contract.historyQuery>): HistoryFilter {
    const { pair, side, start, end, offset, limit } = query;
    const market = pair ? requireMarket(live.catalog(), pair) : undefined;
    return { userId, market, side: side || undefined, start, end, offset, limit };
  }

  app.get(
    '/v2/order/finished',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'Finished orders, newest first',
        querystring: contract.historyQuery,
        response: { 200: contract.orderList },
      },
    },
    async (request) => {
      const filter = filterOf(principalOf(request).userId, request.query);
      await live.waitForOwn(filter.userId);
      const page = await findFinishedOrders(pool, filter, live.catalog());
      return { ...page, offset: filter.offset, limit: filter.limit };
    },
  );

  async function deals(userId: number, query: z.infer<typeof contract.historyQuery>) {
    const filter = filterOf(userId, query);
    await live.waitForOwn(userId);
    return { ...(await findDeals(pool, filter, live.catalog())), offset: filter.offset, limit: filter.limit };
  }

  app.get(
    '/v2/history',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'Own deals, newest first',
        querystring: contract.historyQuery,
        response: { 200: contract.dealList },
      },
    },
    (request) => deals(principalOf(request).userId, request.query),
  );

  app.get(
    '/v2/history/:pair',
    {
      preValidation: read,
      schema: {
        tags,
        summary: 'Own deals of a pair, newest first',
        params: z.object({ pair: pairName }),
        querystring: contract.historyQuery,
        response: { 200: contract.dealList },
      },
    },
    (request) => deals(principalOf(request).userId, { ...request.query, pair: request.params.pair }),
  );
}
