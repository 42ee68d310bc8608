/** Perpetual orders and positions over HTTP. The rules are in the services and the engine's. */
import * as contract from '@pelican/shared/contracts/perpetual.ts';
import { CancelWhat } from '@pelican/shared/engine/perpetual/terms.ts';
import { type Guards, principalOf } from '../../platform/guards.ts';
import { type HttpServer, plainJson } from '../../platform/http-server.ts';
import type { OrderService } from './order-service.ts';
import type { PositionService } from './position-service.ts';

export interface TradingRoutesDeps {
  orders: OrderService;
  positions: PositionService;
  guards: Guards;
}

const tags = ['perpetual'];
const order = { 200: contract.perpetualOrder };

export function tradingRoutes(app: HttpServer, { orders, positions, guards }: TradingRoutesDeps): void {
  const trade = guards.signedIn('trade');

  app.post(
    '/v3/order',
    {
      preValidation: trade,
      // Every field comes from typed code, and checking it again would be the most expensive part of the call.
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Place an order, or an algo order by its type',
        description:
          'The size is sz (contracts) or amount (coins). Side and position: buy long opens a long, sell long closes it, ' +
          'sell short opens a short, buy short closes it. A repeat with the same client_id answers the first order.',
        body: contract.placeRequest,
        response: order,
      },
    },
    (request) => orders.place(principalOf(request), request.body),
  );

  app.post(
    '/v3/order/modify',
    {
      preValidation: trade,
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Change price, size, TP and SL of an open order',
        description: 'sz is the new total including what is filled. A trigger price "0" takes its leg away.',
        body: contract.amendOrderRequest,
        response: order,
      },
    },
    (request) => orders.amendOrder(principalOf(request), request.body),
  );

  app.post(
    '/v3/algo-order/modify',
    {
      preValidation: trade,
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Change an algo order before it fires',
        body: contract.amendAlgoRequest,
        response: order,
      },
    },
    (request) => orders.amendAlgo(principalOf(request), request.body),
  );

  app.post(
    '/v3/order/cancel',
    {
      preValidation: trade,
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Cancel an order; one that is finished is answered as it is',
        body: contract.cancelOrderRequest,
        response: order,
      },
    },
    (request) => orders.cancelOrder(principalOf(request), request.body.market, request.body.order_id),
  );

  app.post(
    '/v3/algo-order/cancel',
    {
      preValidation: trade,
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Cancel an algo order; one that is finished is answered as it is',
        body: contract.cancelAlgoRequest,
        response: order,
      },
    },
    (request) => orders.cancelAlgo(principalOf(request), request.body.market, request.body.algo_id),
  );

  for (const [path, what, noun] of [
    ['/v3/order/cancel-all', CancelWhat.orders, 'orders'],
    ['/v3/algo-order/cancel-all', CancelWhat.algos, 'algo orders'],
  ] as const) {
    app.post(
      path,
      {
        preValidation: trade,
        schema: {
          tags,
          summary: `Cancel up to ten ${noun}`,
          description:
            'Those of `ids`, or the ten oldest of a market or of all. Call again while `remaining` is above zero.',
          body: contract.cancelAllRequest,
          response: { 200: contract.cancelAllResponse },
        },
      },
      (request) => orders.cancelAll(principalOf(request), what, request.body),
    );
  }

  app.post(
    '/v3/close-position',
    {
      preValidation: trade,
      schema: {
        tags,
        summary: 'Close a whole position at the market',
        description: 'Its closing orders are cancelled first. `reason` says why something is left.',
        body: contract.closePositionRequest,
        response: { 200: contract.closePositionResponse },
      },
    },
    (request) => positions.close(principalOf(request), request.body),
  );

  app.post(
    '/v3/profile/margin-balance-adjustment',
    {
      preValidation: trade,
      schema: {
        tags,
        summary: 'Add margin to an isolated position, or take some out',
        body: contract.marginAdjustmentRequest,
        response: { 200: contract.openPosition },
      },
    },
    (request) => positions.adjustMargin(principalOf(request), request.body),
  );

  app.post(
    '/v3/set-leverage',
    {
      preValidation: trade,
      schema: {
        tags,
        summary: 'Set the leverage of a market',
        description:
          'With dry_run it answers what would change; the confirmed call carries the position_version shown, and is ' +
          'refused as stale_preview when the position has changed meanwhile.',
        body: contract.setLeverageRequest,
        response: { 200: contract.setLeverageResponse },
      },
    },
    (request) => positions.setLeverage(principalOf(request), request.body),
  );
}
