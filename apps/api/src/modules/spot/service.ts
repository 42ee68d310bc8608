/** Spot orders: who may place them, and what the engine made of them. HTTP and the socket call the same functions. */

import { DomainError } from '@pelican/shared/contracts';
import {
  type AmendOrderRequest,
  type PlaceLimitRequest,
  type PlaceMarketRequest,
  type SpotOrder,
  wireSide,
} from '@pelican/shared/contracts/spot';
import { type AmendOrder, Op, type PlaceOrder, RejectCode, Side } from '@pelican/shared/engine/spot';
import type { Pool } from 'pg';
import type { CatalogAsset, CatalogMarket } from '../../catalog/index.ts';
import { kycFor, type Require, regionAllowed, scopeOf } from '../../identity/index.ts';
import type { AppliedCommand, KnownAsset, LiveOrder, SpotShard, SpotVenue } from '../../live/index.ts';
import type { Principal, UserRateLimit } from '../../platform/http/index.ts';
import type { WantedCoins } from '../wallet/index.ts';
import { demandRepeat } from './demand-repeat.ts';
import { accepted, cancelledIn } from './engine-answers.ts';
import type { CancelAllTarget } from './order-commands.ts';
import { amendCommand, cancelAllCommand, limitCommand, marketCommand, requireMarket } from './order-commands.ts';
import type { OrderRow } from './order-view.ts';
import { orderColumns, viewLiveOrder, viewOrderRow } from './order-view.ts';

export interface SpotServiceDeps {
  live: SpotVenue;
  knownAsset: KnownAsset;
  pool: Pool;
  /** Takes one order from the user's allowance. @throws DomainError too_many_requests */
  rateLimit: UserRateLimit;
  /** Brings coins that an order lacks from other shards; false when they have too little. */
  gather(wanted: WantedCoins): Promise<boolean>;
  /** @throws DomainError overloaded or trading_paused while the shard takes no new orders */
  requireIntake(shard: SpotShard['shard']): void;
  /** @throws DomainError quick_swap_paused while no quick swaps are taken */
  requireQuickSwap(): void;
  require: Require;
}

/** What an order of a user buys or sells. */
interface OwnOrder {
  market: CatalogMarket;
  isBuy: boolean;
}

const changing = [scopeOf('trade')];
const placing = [...changing, regionAllowed, kycFor('trade')];
const exchanging = [...changing, regionAllowed, kycFor('exchange', "You can't Perform Exchange until KYC is Approved")];

/** Other orders of the user may spend what was brought for this one. */
const gatherAttempts = 3;

export interface OpenOrdersQuery {
  /** All markets when absent or ''. */
  pair?: string | undefined;
  /** All sources when absent or ''. */
  source?: string | undefined;
  /** Both when absent or ''. */
  status?: 'open' | 'partially_filled' | '' | undefined;
  offset: number;
  limit: number;
}

export interface SpotService {
  /**
   * Places a limit order and answers it as it is after the command.
   * @throws DomainError unknown_pair, wrong_step, out_of_range (with the field), and every refusal of the engine
   */
  placeLimit(principal: Principal, request: PlaceLimitRequest, source?: string): Promise<SpotOrder>;
  /** As `placeLimit`. A buy's amount is money unless `amount_type` says otherwise. */
  placeMarket(principal: Principal, request: PlaceMarketRequest, source?: string): Promise<SpotOrder>;
  /**
   * Changes price or total of an open order and answers it as it is after the command; a refused change leaves it as it was.
   * @throws DomainError order_not_found (also for another user's order, and when it is not of `pair`), wrong_step,
   *   out_of_range (with the field), and every refusal of the engine
   */
  amend(principal: Principal, request: AmendOrderRequest, pair?: string): Promise<SpotOrder>;
  /** Answers the cancelled order. @throws DomainError order_not_found, also for another user's order */
  cancel(principal: Principal, orderId: number, pair?: string): Promise<SpotOrder>;
  /** Answers how many orders were cancelled. */
  cancelAll(principal: Principal, target: CancelAllTarget): Promise<number>;
  /** The user's open orders, newest first; true for everything acknowledged before the call. */
  openOrders(principal: Principal, query: OpenOrdersQuery): Promise<{ orders: SpotOrder[]; total: number }>;
}

const repeatOf = ({ userId }: Principal, { id: marketId }: CatalogMarket, clientId: string | undefined) => ({
  userId,
  marketId,
  clientId,
});

export function createSpotService(deps: SpotServiceDeps): SpotService {
  const { live, pool } = deps;

  /** The order that the command placed, amended or closed; of a repeated command the first one's. */
  function orderAfter(done: AppliedCommand): Promise<SpotOrder> | SpotOrder {
    return done.order && !done.repeated ? viewLiveOrder(done.order, live.catalog()) : firstOrder(done.orderId);
  }

  /** An order of an earlier command: open in the live view, or finished and settled in Postgres. */
  async function firstOrder(orderId: number): Promise<SpotOrder> {
    const order = live.view.orders.get(orderId);
    if (order) return viewLiveOrder(order, live.catalog());
    const shard = live.ofOrder(orderId);
    await shard?.settled.waitUntilSettled(shard.live.view.seq);
    const { rows } = await pool.query<OrderRow>(`SELECT ${orderColumns} FROM spot_orders WHERE id = $1`, [orderId]);
    if (!rows[0]) throw new DomainError('order_not_found');
    return viewOrderRow(rows[0], live.catalog());
  }

  /** Why the shard takes no such new order now; undefined when it does. */
  function refusalOf({ shard }: SpotShard, isExchange = false): unknown {
    try {
      deps.requireIntake(shard);
      if (isExchange) deps.requireQuickSwap();
    } catch (refusal) {
      return refusal;
    }
  }

  /** An order of the user that this process knows to be open. */
  function openOrder(userId: number, orderId: number): OwnOrder | undefined {
    const order = live.view.orders.get(orderId);
    return order?.userId === userId ? { market: order.market, isBuy: order.terms.side === Side.buy } : undefined;
  }

  /** An order of the user that is new to this process, or finished: the first change may be repeated behind its end. */
  async function otherOrder(userId: number, orderId: number): Promise<OwnOrder> {
    const shard = live.ofOrder(orderId);
    if (!shard) throw new DomainError('order_not_found');
    await shard.live.waitUntilCurrent();
    const open = openOrder(userId, orderId);
    if (open) return open;
    await shard.settled.waitUntilSettled(shard.live.view.seq);
    const { rows } = await pool.query<{ marketId: number; side: number }>(
      'SELECT market_id AS "marketId", side FROM spot_orders WHERE id = $1 AND user_id = $2',
      [orderId, userId],
    );
    const market = rows[0] && live.catalog().marketById(rows[0].marketId);
    if (!market) throw new DomainError('order_not_found');
    return { market, isBuy: rows[0]?.side === wireSide.buy };
  }

  /** Submits a command; where its order lacks coins of `asset` that lie in other shards, they are brought first. */
  async function submitWithCoins(
    to: SpotShard,
    command: PlaceOrder | AmendOrder,
    asset: CatalogAsset | undefined,
  ): Promise<AppliedCommand> {
    let done = await to.engine.submit(command);
    for (
      let attempt = 0;
      attempt < gatherAttempts && asset && done.code === RejectCode.insufficientBalance;
      attempt++
    ) {
      const missing = done.required - done.available;
      if (!(await deps.gather({ userId: command.user, asset, missing, shard: to.shard }))) break;
      done = await to.engine.submit(command);
    }
    return done;
  }

  const submit =
    live.shards.length === 1
      ? (to: SpotShard, command: PlaceOrder | AmendOrder) => to.engine.submit(command)
      : submitWithCoins;

  function submitOrder(to: SpotShard, command: PlaceOrder): Promise<AppliedCommand> {
    const market = live.catalog().marketById(command.market);
    return submit(to, command, command.side === Side.buy ? market?.quote : market?.base);
  }

  return {
    async placeLimit(principal, request, source = defaultSource(principal)) {
      await deps.require(principal, ...placing);
      const market = requireMarket(live, request.pair, principal.userId);
      const shard = live.ofMarket(market);
      const refusal = refusalOf(shard);
      if (refusal) await demandRepeat(refusal, pool, shard, repeatOf(principal, market, request.client_id));
      const command = limitCommand(principal.userId, request, request.source ?? source, market);
      deps.rateLimit.take(principal.userId);
      return orderAfter(accepted(await submitOrder(shard, command)));
    },
    async placeMarket(principal, request, source = defaultSource(principal)) {
      const isExchange = request.purpose === 'exchange';
      await deps.require(principal, ...(isExchange ? exchanging : placing));
      const market = requireMarket(live, request.pair, principal.userId);
      const shard = live.ofMarket(market);
      const refusal = refusalOf(shard, isExchange);
      if (refusal) await demandRepeat(refusal, pool, shard, repeatOf(principal, market, request.client_id));
      const own = isExchange ? 'exchange' : (request.source ?? source);
      const command = marketCommand(principal.userId, request, own, market);
      deps.rateLimit.take(principal.userId);
      return orderAfter(accepted(await submitOrder(shard, command)));
    },
    async amend(principal, request, pair) {
      await deps.require(principal, ...placing);
      const { userId } = principal;
      const { order_id: orderId } = request;
      const wanted = pair === undefined ? undefined : requireMarket(live, pair, userId);
      deps.rateLimit.take(userId);
      // An open order is found without waiting, so that the calls of a batch keep their order.
      const { market, isBuy } = openOrder(userId, orderId) ?? (await otherOrder(userId, orderId));
      if (wanted && wanted.id !== market.id) throw new DomainError('order_not_found');
      const shard = live.ofMarket(market);
      deps.requireIntake(shard.shard);
      const command = amendCommand(userId, request, market);
      return orderAfter(accepted(await submit(shard, command, isBuy ? market.quote : market.base)));
    },
    async cancel(principal, orderId, pair) {
      await deps.require(principal, ...changing);
      const market = pair === undefined ? 0 : requireMarket(live, pair, principal.userId).id;
      const shard = Number.isSafeInteger(orderId) ? live.ofOrder(orderId) : undefined;
      if (!shard) throw new DomainError('order_not_found');
      deps.rateLimit.take(principal.userId);
      return orderAfter(
        accepted(await shard.engine.submit({ op: Op.cancelOrder, user: principal.userId, orderId, market })),
      );
    },
    async cancelAll(principal, target) {
      await deps.require(principal, ...changing);
      const found = cancelAllCommand(principal.userId, target, deps);
      const command = found instanceof Promise ? await found : found;
      deps.rateLimit.take(principal.userId);
      const shards =
        typeof target === 'object' && 'pair' in target
          ? [live.ofMarket(requireMarket(live, target.pair, principal.userId))]
          : live.shards;
      const answers = await Promise.allSettled(
        shards.map(async ({ engine }) => accepted(await engine.submit(command))),
      );
      return cancelledIn(answers);
    },
    async openOrders(principal, query) {
      const market = query.pair ? requireMarket(live, query.pair, principal.userId) : undefined;
      await live.waitUntilCurrent();
      const own = live.view.orders.ofUser(principal.userId);
      const orders = own.filter((order) => isWanted(order, market, query));
      const page = orders.slice(query.offset, query.offset + query.limit);
      return { orders: page.map((order) => viewLiveOrder(order, live.catalog())), total: orders.length };
    },
  };
}

function isWanted(order: LiveOrder, market: CatalogMarket | undefined, { source, status }: OpenOrdersQuery): boolean {
  if (market && order.market.id !== market.id) return false;
  if (source && order.terms.source !== source) return false;
  return !status || order.filledLots > 0 === (status === 'partially_filled');
}

function defaultSource(principal: Principal): string {
  return principal.apiKeyId === undefined ? 'web' : 'api';
}
