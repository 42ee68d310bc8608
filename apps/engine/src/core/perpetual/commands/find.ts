/** Finding the order or algo that a command names. Whose a finished one was the ledger knows, not the engine. */
import { RejectCode } from '@pelican/shared/engine/perpetual';
import type { Changes } from '../changes.ts';
import type { Refusal } from '../orders/check-order.ts';
import type { Algo, Order } from '../state.ts';

interface Named {
  user: number;
  /** 0: of any market. */
  market: number;
}

/** The user's live order; or why there is none: not found, or already done. */
export function findOrder(changes: Changes, command: Named & { orderId: number }): Order | Refusal {
  const { orders, lastOrderId } = changes.shard;
  const order = orders.get(command.orderId);
  if (order && isNamed(order, command)) return order;
  if (order || !isPast(command.orderId, lastOrderId)) return { code: RejectCode.orderNotFound };
  changes.reply.orderId = command.orderId;
  return { code: RejectCode.alreadyDone };
}

/** The user's live algo; or why there is none: not found, or already done. */
export function findAlgo(changes: Changes, command: Named & { algoId: number }): Algo | Refusal {
  const { algos, lastAlgoId } = changes.shard;
  const algo = algos.get(command.algoId);
  if (algo && isNamed(algo, command)) return algo;
  if (algo || !isPast(command.algoId, lastAlgoId)) return { code: RejectCode.algoNotFound };
  changes.reply.orderId = command.algoId;
  return { code: RejectCode.alreadyDone };
}

function isNamed(found: Order | Algo, { user, market }: Named): boolean {
  return found.user === user && (market === 0 || found.market.id === market);
}

function isPast(id: number, last: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id <= last;
}
