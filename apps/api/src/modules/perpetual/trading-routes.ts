/** Perpetual orders and positions over HTTP. The rules are in the services and the engine's. */
import { perpetualTradingEndpoints } from '@pelican/shared/contracts/perpetual';
import { CancelWhat } from '@pelican/shared/engine/perpetual';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { hot, serve } from '../../platform/http/index.ts';
import type { OrderService } from './order-service.ts';
import type { PositionService } from './position-service.ts';

export interface TradingRoutesDeps {
  orders: OrderService;
  positions: PositionService;
  guards: Guards;
}

export function tradingRoutes(app: HttpServer, { orders, positions, guards }: TradingRoutesDeps): void {
  serve(app, guards, perpetualTradingEndpoints, {
    'POST /v3/order': hot(({ principal, body }) => orders.place(principal, body)),
    'POST /v3/order/modify': hot(({ principal, body }) => orders.amendOrder(principal, body)),
    'POST /v3/algo-order/modify': hot(({ principal, body }) => orders.amendAlgo(principal, body)),
    'POST /v3/order/cancel': hot(({ principal, body }) => orders.cancelOrder(principal, body.market, body.order_id)),
    'POST /v3/algo-order/cancel': hot(({ principal, body }) => orders.cancelAlgo(principal, body.market, body.algo_id)),
    'POST /v3/order/cancel-all': ({ principal, body }) => orders.cancelAll(principal, CancelWhat.orders, body),
    'POST /v3/algo-order/cancel-all': ({ principal, body }) => orders.cancelAll(principal, CancelWhat.algos, body),
    'POST /v3/close-position': ({ principal, body }) => positions.close(principal, body),
    'POST /v3/profile/margin-balance-adjustment': ({ principal, body }) => positions.adjustMargin(principal, body),
    'POST /v3/set-leverage': ({ principal, body }) => positions.setLeverage(principal, body),
  });
}
