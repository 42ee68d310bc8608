/** placeOrder: a user's limit, market, post-only, IOC or FOK order. */
import { type CommandOf, isClosing, type Op } from '@pelican/shared/engine/perpetual/commands.ts';
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import { OrderKind, SelfTrade } from '@pelican/shared/engine/perpetual/terms.ts';
import { attachedLegsError } from '@pelican/shared/perpetual/triggers.ts';
import { hasLegs } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { type OrderIntent, type Refusal, refusalOf } from '../orders/check-order.ts';
import { makeOrder, sendOrder } from '../orders/place.ts';
import { pendingOf } from '../positions/accounts.ts';
import type { Account, Legs, Market } from '../state.ts';
import { accountFor, isPerson, isTarget, readLegs } from './checks.ts';
import { answerRepeated, isOriginRight, rememberKey } from './client-keys.ts';

type PlaceOrder = CommandOf<typeof Op.placeOrder>;

export function placeOrder(changes: Changes, command: PlaceOrder): Refusal | undefined {
  const market = changes.shard.markets.get(command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  if (!isWellFormed(command)) return { code: RejectCode.outOfRange };
  if (answerRepeated(changes, command)) return undefined;
  if (command.reduceOnly && !isClosing(command)) return { code: RejectCode.reduceOnlyConflict };
  const legs = readLegs(market, command);
  if (!legs) return { code: RejectCode.outOfRange };
  const account = accountFor(changes, command.user);
  const { mode, side, position, type, priceTicks, lots, selfTrade } = command;
  const intent: OrderIntent = { market, mode, side, position, type, priceTicks, lots, selfTrade };
  const refusal = refusalOf(account, intent) ?? refusalOfLegs(account, intent, legs);
  if (refusal) return refusal;
  const { clientId, source } = command;
  const order = makeOrder(changes, account, intent, { legs, algoId: 0, clientId, source });
  changes.reply.orderId = order.id;
  rememberKey(changes, command, order.id);
  sendOrder(changes, account, order);
  return undefined;
}

function isWellFormed(command: PlaceOrder): boolean {
  return (
    isPerson(command.user) &&
    isTarget(command) &&
    command.type <= OrderKind.fok &&
    command.selfTrade <= SelfTrade.cancelBoth &&
    isOriginRight(command)
  );
}

/** TP and SL belong to what an order opens. */
function refusalOfLegs(account: Account, intent: OrderIntent, legs: Readonly<Legs>): Refusal | undefined {
  if (!hasLegs(legs)) return undefined;
  if (isClosing(intent)) return { code: RejectCode.outOfRange };
  const { market, position } = intent;
  if (pendingOf(account, market).algoCount >= market.settings.algosMax) return { code: RejectCode.tooManyAlgos };
  const isWrong = attachedLegsError(position, legs, referenceOf(market, intent)) !== null;
  return isWrong ? { code: RejectCode.triggerSide } : undefined;
}

function referenceOf(market: Market, { type, priceTicks }: OrderIntent): number {
  return type === OrderKind.market ? market.lastTicks || market.markTicks : priceTicks;
}
