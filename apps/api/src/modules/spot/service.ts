/** Spot orders: who may place them, and what the engine made of them. HTTP and the socket call the same functions. */

import { DomainError, plainRefusal } from '@pelican/shared/contracts';
import {
  type PlaceLimitRequest,
  type PlaceMarketRequest,
  type SpotOrder,
  spotRejectErrors,
} from '@pelican/shared/contracts/spot';
import { type CommandDone, Op, type PlaceOrder, RejectCode, Side } from '@pelican/shared/engine/spot';
import type { Pool } from 'pg';
import { kycFor, type Require, regionAllowed, scopeOf } from '../../identity/index.ts';
import type { AppliedCommand, SpotShard, SpotVenue } from '../../live/index.ts';
import type { Principal, UserRateLimit } from '../../platform/http/index.ts';
import type { WantedCoins } from '../wallet/index.ts';
import type { CancelAllTarget } from './order-commands.ts';
import { cancelAllCommand, limitCommand, marketCommand, requireMarket } from './order-commands.ts';
import type { OrderRow } from './order-view.ts';
import { orderColumns, viewLiveOrder, viewOrderRow } from './order-view.ts';

export interface SpotServiceDeps {
  live: SpotVenue;
  pool: Pool;
  /** Takes one order from the user's allowance. @throws DomainError too_many_requests */
  rateLimit: UserRateLimit;
  /** Brings coins that an order lacks from other shards; false when they have too little. */
  gather(wanted: WantedCoins): Promise<boolean>;
  /** @throws DomainError overloaded while the shard takes no new orders */
  requireIntake(shard: SpotShard['shard']): void;
  require: Require;
}

const changing = [scopeOf('trade')];
const placing = [...changing, regionAllowed, kycFor('trade')];

/** Other orders of the user may spend what was brought for this one. */
const gatherAttempts = 3;

export interface OpenOrdersQuery {
  /** All markets when absent or ''. */
  pair?: string | undefined;
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
  /** Answers the cancelled order. @throws DomainError order_not_found, also for another user's order */
  cancel(principal: Principal, orderId: number, pair?: string): Promise<SpotOrder>;
  /** Answers how many orders were cancelled. */
  cancelAll(principal: Principal, target: CancelAllTarget): Promise<number>;
  /** The user's open orders, newest first; true for everything acknowledged before the call. */
  openOrders(principal: Principal, query: OpenOrdersQuery): Promise<{ orders: SpotOrder[]; total: number }>;
}

export function createSpotService(deps: SpotServiceDeps): SpotService {
  const { live, pool } = deps;

  /** The order that the command placed or closed; for a repeated placement the first one's order. */
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

  /** The shard of a pair that takes orders. @throws DomainError unknown_pair, overloaded */
  function openShard(pair: string): SpotShard {
    const shard = live.ofMarket(requireMarket(live.catalog(), pair));
    deps.requireIntake(shard.shard);
    return shard;
  }

  /** Submits an order; where it lacks coins that lie in other shards, they are brought first. */
  async function submitWithCoins(to: SpotShard, command: PlaceOrder): Promise<AppliedCommand> {
    const market = live.catalog().marketById(command.market);
    const asset = command.side === Side.buy ? market?.quote : market?.base;
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

  const submitOrder =
    live.shards.length === 1 ? (to: SpotShard, command: PlaceOrder) => to.engine.submit(command) : submitWithCoins;

  return {
    async placeLimit(principal, request, source = defaultSource(principal)) {
      await deps.require(principal, ...placing);
      const shard = openShard(request.pair);
      const command = limitCommand(principal.userId, request, request.source ?? source, live.catalog());
      deps.rateLimit.take(principal.userId);
      return orderAfter(accepted(await submitOrder(shard, command)));
    },
    async placeMarket(principal, request, source = defaultSource(principal)) {
      await deps.require(principal, ...placing);
      const shard = openShard(request.pair);
      const command = marketCommand(principal.userId, request, request.source ?? source, live.catalog());
      deps.rateLimit.take(principal.userId);
      return orderAfter(accepted(await submitOrder(shard, command)));
    },
    async cancel(principal, orderId, pair) {
      await deps.require(principal, ...changing);
      const market = pair === undefined ? 0 : requireMarket(live.catalog(), pair).id;
      const shard = Number.isSafeInteger(orderId) ? live.ofOrder(orderId) : undefined;
      if (!shard) throw new DomainError('order_not_found');
      deps.rateLimit.take(principal.userId);
      return orderAfter(
        accepted(await shard.engine.submit({ op: Op.cancelOrder, user: principal.userId, orderId, market })),
      );
    },
    async cancelAll(principal, target) {
      await deps.require(principal, ...changing);
      const command = cancelAllCommand(principal.userId, target, live.catalog());
      deps.rateLimit.take(principal.userId);
      const shards =
        typeof target === 'object' && 'pair' in target
          ? [live.ofMarket(requireMarket(live.catalog(), target.pair))]
          : live.shards;
      const answers = await Promise.allSettled(
        shards.map(async ({ engine }) => accepted(await engine.submit(command))),
      );
      return cancelledIn(answers);
    },
    async openOrders(principal, query) {
      const market = query.pair ? requireMarket(live.catalog(), query.pair) : undefined;
      await live.waitUntilCurrent();
      const own = live.view.orders.ofUser(principal.userId);
      const orders = market ? own.filter((order) => order.market.id === market.id) : own;
      const page = orders.slice(query.offset, query.offset + query.limit);
      return { orders: page.map((order) => viewLiveOrder(order, live.catalog())), total: orders.length };
    },
  };
}

/** @throws DomainError outcome_unknown when orders were cancelled in some shards only; the refusal when in none */
function cancelledIn(answers: PromiseSettledResult<AppliedCommand>[]): number {
  const count = answers.reduce((sum, answer) => sum + (answer.status === 'fulfilled' ? answer.value.orderId : 0), 0);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (!failed) return count;
  if (answers.every((answer) => answer.status === 'rejected')) throw failed.reason;
  throw new DomainError('outcome_unknown', { details: { cancelled: count }, cause: failed.reason });
}

function defaultSource(principal: Principal): string {
  return principal.apiKeyId === undefined ? 'web' : 'api';
}

/** @throws DomainError the engine's refusal */
function accepted(done: CommandDone): AppliedCommand {
  if (done.code === RejectCode.none) return done;
  throw plainRefusal(spotRejectErrors[done.code], {
    details: { orderId: done.orderId, required: done.required, available: done.available },
  });
}
