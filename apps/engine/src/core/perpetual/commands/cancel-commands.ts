/** cancelOrder, cancelAlgo and cancelMany. */
import {
  AlgoState,
  CancelWhat,
  type CommandOf,
  EndReason,
  type Op,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import type { Changes } from '../changes.ts';
import { cancelAlgo, cancelOrder } from '../orders/cancel.ts';
import type { Refusal } from '../orders/check-order.ts';
import type { Account, Algo, Order } from '../state.ts';
import { knownAccount } from './checks.ts';
import { findAlgo, findOrder } from './find.ts';

export function cancelOneOrder(changes: Changes, command: CommandOf<typeof Op.cancelOrder>): Refusal | undefined {
  const order = findOrder(changes, command);
  if ('code' in order) return order;
  changes.reply.orderId = order.id;
  cancelOrder(changes, order, EndReason.user);
  return undefined;
}

/** An algo whose child rests is done: the child is an order of its own. */
export function cancelOneAlgo(changes: Changes, command: CommandOf<typeof Op.cancelAlgo>): Refusal | undefined {
  const algo = findAlgo(changes, command);
  if ('code' in algo) return algo;
  changes.reply.orderId = algo.id;
  if (algo.state === AlgoState.effective) return { code: RejectCode.alreadyDone };
  cancelAlgo(changes, algo, EndReason.user);
  return undefined;
}

const cancelledMax = 10;

export function cancelMany(changes: Changes, command: CommandOf<typeof Op.cancelMany>): Refusal | undefined {
  const ids = idsOf(command.ids);
  if (!ids || command.what > CancelWhat.algos) return { code: RejectCode.outOfRange };
  if (command.market !== 0 && !changes.shard.markets.has(command.market)) return { code: RejectCode.unknownMarket };
  const account = knownAccount(changes, command.user);
  const found = account ? cancellable(account, command) : [];
  const chosen = ids.length > 0 ? found.filter(({ id }) => ids.includes(id)) : found.slice(0, cancelledMax);
  for (const each of chosen) {
    if (isOrder(each)) cancelOrder(changes, each, EndReason.user);
    else cancelAlgo(changes, each, EndReason.user);
  }
  changes.reply.orderId = chosen.length;
  changes.reply.available = found.length - chosen.length;
  return undefined;
}

function isOrder(each: Order | Algo): each is Order {
  return 'filledLots' in each;
}

/** Oldest first. */
function cancellable(account: Account, { what, market }: { what: CancelWhat; market: number }): (Order | Algo)[] {
  const found: (Order | Algo)[] =
    what === CancelWhat.orders
      ? [...account.orders.values()]
      : [...account.algos.values()].filter(({ state }) => state !== AlgoState.effective);
  return market === 0 ? found : found.filter((each) => each.market.id === market);
}

/** At most ten ids; none for an empty text; undefined for anything else. */
function idsOf(text: string): number[] | undefined {
  if (text === '') return [];
  try {
    const ids: unknown = JSON.parse(text);
    const isRight = Array.isArray(ids) && ids.length <= cancelledMax && ids.every((id) => Number.isSafeInteger(id));
    return isRight ? (ids as number[]) : undefined;
  } catch {
    return undefined;
  }
}
