/** Finding the order or algo that a command names. Whose a finished one was the ledger knows, not the engine. */
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import type { Changes } from '../changes.ts';
import type { Algo, Order } from '../state.ts';

interface Named {
  user: number;
  /** 0: of any market. */
  market: number;
}

/** The user's live order, or the refusal is written: not found, or already done. */
export function findOrder(changes: Changes, command: Named & { orderId: number }): Order | undefined {
  const { orders, lastOrderId } = changes.shard;
  const { orderId } = command;
  const order = orders.get(orderId);
  if (order && isNamed(order, command)) return order;
  const isDone = !order && isPast(orderId, lastOrderId);
  changes.reject(isDone ? RejectCode.alreadyDone : RejectCode.orderNotFound);
  if (isDone) changes.reply.orderId = orderId;
  return undefined;
}

/** The user's live algo, or the refusal is written: not found, or already done. */
export function findAlgo(changes: Changes, command: Named & { algoId: number }): Algo | undefined {
  const { algos, lastAlgoId } = changes.shard;
  const { algoId } = command;
  const algo = algos.get(algoId);
  if (algo && isNamed(algo, command)) return algo;
  const isDone = !algo && isPast(algoId, lastAlgoId);
  changes.reject(isDone ? RejectCode.alreadyDone : RejectCode.algoNotFound);
  if (isDone) changes.reply.orderId = algoId;
  return undefined;
}

function isNamed(found: Order | Algo, { user, market }: Named): boolean {
  return found.user === user && (market === 0 || found.market.id === market);
}

function isPast(id: number, last: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id <= last;
}
