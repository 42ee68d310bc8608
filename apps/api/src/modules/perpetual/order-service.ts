/** Perpetual orders and algos: who may place and change them, and what the engine made of it. */

import { DomainError } from '@pelican/shared/contracts';
import type {
  AmendAlgoRequest,
  AmendOrderRequest,
  CancelAllResponse,
  cancelAllRequest,
  PerpetualOrder,
  PlaceRequest,
} from '@pelican/shared/contracts/perpetual';
import { CancelWhat, type Command, EventKind, isClosing, Op, RejectCode } from '@pelican/shared/engine/perpetual';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import { futuresQuiz, kycFor, type Require, regionAllowed, scopeOf } from '../../identity/index.ts';
import type { AppliedPerpetualCommand, LivePerpetualData } from '../../live/index.ts';
import { isAlgoOpen, isOrderOpen } from '../../live/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { createOrderFinder } from './find-orders.ts';
import {
  amendAlgoCommand,
  amendOrderCommand,
  isClosingRequest,
  placeCommand,
  requireMarket,
} from './order-commands.ts';
import { viewAlgo, viewOrder } from './order-view.ts';
import { accepted } from './refusals.ts';
import type { Submitter } from './submitter.ts';

export interface OrderServiceDeps {
  submitter: Submitter;
  live: LivePerpetualData;
  pool: Pool;
  /** Resolves when settlement has passed the sequence; 503 after 2 s. */
  waitUntilSettled(seq: number): Promise<void>;
  /** @throws DomainError overloaded or trading_paused while no orders are taken but those that close */
  requireIntake(): void;
  require: Require;
}

/** Required to open or enlarge a position. Closing one needs the scope alone, so that a restricted account can reduce its risk. */
const opening = [scopeOf('trade'), regionAllowed, kycFor('trade'), futuresQuiz];

type CancelAllRequest = z.infer<typeof cancelAllRequest>;
export interface OrderService {
  /**
   * Places an order or an algo and answers it as it is after the command.
   * @throws DomainError unknown_pair, wrong_step, out_of_range (with the field), and every refusal of the engine
   */
  place(principal: Principal, request: PlaceRequest): Promise<PerpetualOrder>;
  amendOrder(principal: Principal, request: AmendOrderRequest): Promise<PerpetualOrder>;
  amendAlgo(principal: Principal, request: AmendAlgoRequest): Promise<PerpetualOrder>;
  /** Answers the cancelled order, or one that was finished before. @throws DomainError order_not_found */
  cancelOrder(principal: Principal, market: string, orderId: number): Promise<PerpetualOrder>;
  /** As `cancelOrder`. @throws DomainError algo_order_not_found */
  cancelAlgo(principal: Principal, market: string, algoId: number): Promise<PerpetualOrder>;
  /** Cancels at most ten orders; the response has the number of those that remain. */
  cancelAll(principal: Principal, what: CancelWhat, request: CancelAllRequest): Promise<CancelAllResponse>;
}

export function createOrderService(deps: OrderServiceDeps): OrderService {
  const { live, submitter } = deps;
  const find = createOrderFinder(deps);

  async function requireOpening(principal: Principal): Promise<void> {
    await deps.require(principal, ...opening);
    deps.requireIntake();
  }

  /** The order as the command left it; of a repeated command the first one's. */
  async function orderAfter(done: AppliedPerpetualCommand, userId: number, orderId: number): Promise<PerpetualOrder> {
    const record = done.events.findLast((event) => event.kind === EventKind.orderChanged && event.orderId === orderId);
    if (record?.kind === EventKind.orderChanged)
      return viewOrder({ id: orderId, userId, record, seq: done.seq }, live.catalog());
    const found = await find.viewOrder(userId, orderId);
    if (!found) throw new DomainError('order_not_found');
    return found;
  }

  async function algoAfter(done: AppliedPerpetualCommand, userId: number, algoId: number): Promise<PerpetualOrder> {
    const record = done.events.findLast((event) => event.kind === EventKind.algoChanged && event.algoId === algoId);
    if (record?.kind === EventKind.algoChanged)
      return viewAlgo({ id: algoId, userId, record, seq: done.seq }, live.catalog());
    const found = await find.viewAlgo(userId, algoId);
    if (!found) throw new DomainError('algo_order_not_found');
    return found;
  }

  /** Submits a cancel; undefined when what it names was finished before. */
  async function submitCancel(command: Command): Promise<AppliedPerpetualCommand | undefined> {
    const done = await submitter.ask(command);
    return done.code === RejectCode.alreadyDone ? undefined : accepted(done, command, live);
  }

  async function failuresOf(
    userId: number,
    what: CancelWhat,
    ids: readonly number[],
  ): Promise<CancelAllResponse['failed']> {
    const isOrders = what === CancelWhat.orders;
    return Promise.all(
      ids.map(async (id) => {
        const found = isOrders ? await find.order(userId, id) : await find.algo(userId, id);
        const unknown = isOrders ? 'order_not_found' : 'algo_order_not_found';
        return { id, code: found ? 'already_done' : unknown };
      }),
    );
  }

  return {
    async place(principal, request) {
      await (isClosingRequest(request) ? submitter.requireScope(principal) : requireOpening(principal));
      const source = request.source ?? (principal.apiKeyId === undefined ? 'web' : 'api');
      const command = placeCommand(principal.userId, request, source, live.catalog());
      const done = await submitter.submit(command);
      return command.kind === Op.placeOrder
        ? orderAfter(done, principal.userId, done.orderId)
        : algoAfter(done, principal.userId, done.orderId);
    },
    async amendOrder(principal, request) {
      await submitter.requireScope(principal);
      const instrument = requireMarket(live.catalog(), request.market);
      const { userId } = principal;
      const current = live.view.orders.get(request.order_id);
      const own = current?.userId === userId ? current.record : undefined;
      if (!own || !isClosing(own)) await requireOpening(principal);
      const done = await submitter.submit(amendOrderCommand(userId, request, instrument, own));
      return orderAfter(done, userId, request.order_id);
    },
    async amendAlgo(principal, request) {
      await submitter.requireScope(principal);
      const instrument = requireMarket(live.catalog(), request.market);
      const { userId } = principal;
      const current = live.view.algos.get(request.algo_id);
      const own = current?.userId === userId ? current.record : undefined;
      if (!own || !isClosing(own)) await requireOpening(principal);
      const done = await submitter.submit(amendAlgoCommand(userId, request, instrument, own));
      return algoAfter(done, userId, request.algo_id);
    },
    async cancelOrder(principal, market, orderId) {
      await submitter.requireScope(principal);
      const instrument = requireMarket(live.catalog(), market);
      const { userId } = principal;
      const done = await submitCancel({ kind: Op.cancelOrder, user: userId, market: instrument.id, orderId });
      if (done) return orderAfter(done, userId, orderId);
      const finished = await find.viewOrder(userId, orderId);
      if (!finished) throw new DomainError('order_not_found');
      return finished;
    },
    async cancelAlgo(principal, market, algoId) {
      await submitter.requireScope(principal);
      const instrument = requireMarket(live.catalog(), market);
      const { userId } = principal;
      const done = await submitCancel({ kind: Op.cancelAlgo, user: userId, market: instrument.id, algoId });
      if (done) return algoAfter(done, userId, algoId);
      const finished = await find.viewAlgo(userId, algoId);
      if (!finished) throw new DomainError('algo_order_not_found');
      return finished;
    },
    async cancelAll(principal, what, request) {
      await submitter.requireScope(principal);
      const { userId } = principal;
      const market = request.market ? requireMarket(live.catalog(), request.market).id : 0;
      const ids = [...new Set(request.ids ?? [])];
      const sent = ids.length === 0 ? '' : JSON.stringify(ids);
      const done = await submitter.submit({ kind: Op.cancelMany, user: userId, what, market, ids: sent });
      const canceled = endedBy(done, what, userId).filter((id) => ids.length === 0 || ids.includes(id));
      const failed = await failuresOf(
        userId,
        what,
        ids.filter((id) => !canceled.includes(id)),
      );
      return { canceled, failed, remaining: done.available };
    },
  };
}

/** Ids of the user's orders or algos that the command took back, in the engine's order. */
function endedBy(done: AppliedPerpetualCommand, what: CancelWhat, userId: number): number[] {
  return done.events.flatMap((event) => {
    if (event.user !== userId) return [];
    if (what === CancelWhat.orders)
      return event.kind === EventKind.orderChanged && !isOrderOpen(event) ? [event.orderId] : [];
    return event.kind === EventKind.algoChanged && !isAlgoOpen(event) ? [event.algoId] : [];
  });
}
