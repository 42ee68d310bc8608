/** closePosition: cancels the position's closing orders and sends all of it to the market, in one step. */
import {
  type CommandOf,
  EndReason,
  MarketState,
  type Op,
  OrderKind,
  RejectCode,
  SelfTrade,
} from '@pelican/shared/engine/perpetual';
import { closingSide } from '@pelican/shared/perpetual';
import { noLegs } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { cancelClosingOrders } from '../orders/cancel.ts';
import type { Refusal } from '../orders/check-order.ts';
import { limitTicksOf, type OrderIntent } from '../orders/check-order.ts';
import { restOf } from '../orders/orders.ts';
import { noOrigin } from '../orders/origin.ts';
import { makeOrder, sendOrder } from '../orders/place.ts';
import { walkBook } from '../orders/walk.ts';
import { seatOf } from '../positions/accounts.ts';
import { positionOf } from '../positions/positions.ts';
import { knownAccount } from './checks.ts';

/** The answer's `available` is what a thin book left of the position, in lots. */
export function closePosition(changes: Changes, command: CommandOf<typeof Op.closePosition>): Refusal | undefined {
  const market = changes.shard.markets.get(command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { mode, position } = command;
  const account = knownAccount(changes, command.user);
  const held = account && positionOf(account, { market, mode, position });
  if (!held) return { code: RejectCode.positionNotFound };
  if (market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  const intent: OrderIntent = {
    market,
    seat: seatOf(account, market),
    mode,
    side: closingSide(position),
    position,
    type: OrderKind.market,
    priceTicks: 0,
    lots: held.lots,
    selfTrade: SelfTrade.cancelMaker,
  };
  const walk = walkBook(account, intent, held.lots, limitTicksOf(intent));
  if (walk.lots === 0) return { code: walk.isGuarded ? RejectCode.bankruptcyGuard : RejectCode.emptyBook };
  cancelClosingOrders(changes, held, EndReason.closePosition);
  const order = makeOrder(changes, account, intent, { legs: noLegs, algoId: 0, origin: noOrigin });
  changes.reply.orderId = order.id;
  sendOrder(changes, account, order);
  changes.reply.available = restOf(order);
  return undefined;
}
