/** placeAlgo: a conditional, an OCO or a trigger order. No margin is frozen for it: it is checked when it fires. */
import {
  AlgoKind,
  type CommandOf,
  isClosing,
  MarketState,
  marketPriceTicks,
  type Op,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { triggerDirection, triggerSideError } from '@pelican/shared/perpetual';
import { isPositiveSafe } from '../../kernel/limits.ts';
import { addAlgo, hasLegs, kindOfLegs, noLegs, settleWaiting } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import type { Refusal } from '../orders/check-order.ts';
import { isOriginRight, setOrigin } from '../orders/origin.ts';
import { seatOf } from '../positions/accounts.ts';
import { positionOf } from '../positions/positions.ts';
import type { Account, Algo, Legs, Market } from '../state.ts';
import {
  accountFor,
  isOrderTicks,
  isPerson,
  isPriceSource,
  isTarget,
  isTicks,
  readLegs,
  referenceTicks,
} from './checks.ts';
import { answerRepeated, rememberKey } from './client-keys.ts';

type PlaceAlgo = CommandOf<typeof Op.placeAlgo>;
type Plan = Pick<Algo, 'triggerTicks' | 'triggerOrderTicks' | 'triggerBy' | 'triggersUp'> & Legs;

export function placeAlgo(changes: Changes, command: PlaceAlgo): Refusal | undefined {
  const market = changes.shard.markets.get(command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { origin } = changes.shard;
  setOrigin(origin, command.clientId, command.source);
  const isWellFormed = isPerson(command.user) && isTarget(command) && isOriginRight(origin);
  const legs = isWellFormed && command.type <= AlgoKind.trigger ? readLegs(market, command) : undefined;
  if (!legs) return { code: RejectCode.outOfRange };
  if (answerRepeated(changes, command)) return undefined;
  const account = accountFor(changes, command.user);
  const target = { market, mode: command.mode, side: command.side, position: command.position };
  const refusal = refusalByState(market, command) ?? refusalByAccount(account, command, target);
  if (refusal) return refusal;
  const plan = command.type === AlgoKind.trigger ? planTrigger(market, command) : planLegs(market, command, legs);
  if ('code' in plan) return plan;
  const { type, lots, clientId, source } = command;
  const algo = addAlgo(changes, account, { ...target, ...plan, type, lots, clientId, source });
  settleWaiting(changes, algo);
  changes.reply.orderId = algo.id;
  rememberKey(changes, command, algo.id);
  return undefined;
}

function refusalByState({ state }: Market, command: PlaceAlgo): Refusal | undefined {
  if (state === MarketState.halted) return { code: RejectCode.marketClosed };
  if (state !== MarketState.open && !isClosing(command)) return { code: RejectCode.closeOnly };
  return undefined;
}

/** What closes belongs to a position that is there, and goes with it. */
function refusalByAccount(
  account: Account,
  command: PlaceAlgo,
  target: { market: Market } & Pick<Algo, 'mode' | 'position'>,
): Refusal | undefined {
  const { algosMax } = target.market.settings;
  if (seatOf(account, target.market).algoCount >= algosMax)
    return { code: RejectCode.tooManyAlgos, available: algosMax };
  const closes = isClosing(command);
  if (!closes && (command.reduceOnly || command.type !== AlgoKind.trigger))
    return { code: RejectCode.reduceOnlyConflict };
  if (closes && !positionOf(account, target)) return { code: RejectCode.positionNotFound };
  return undefined;
}

/** Whether an algo may have this size; `isMarket`: at least one of its orders goes to the market. */
export function refusalOfAlgoLots({ settings }: Market, lots: number, isMarket: boolean): Refusal | undefined {
  if (!isPositiveSafe(lots)) return { code: RejectCode.outOfRange };
  if (lots < settings.minLots) return { code: RejectCode.sizeTooSmall, required: settings.minLots, available: lots };
  const maxLots = isMarket ? settings.maxMarketLots : settings.maxLimitLots;
  return lots > maxLots ? { code: RejectCode.sizeTooLarge, required: lots, available: maxLots } : undefined;
}

function planTrigger(market: Market, command: PlaceAlgo): Plan | Refusal {
  const { triggerTicks, triggerOrderTicks, triggerBy, lots } = command;
  if (!isTicks(triggerTicks, market) || !isOrderTicks(triggerOrderTicks, market) || !isPriceSource(triggerBy))
    return { code: RejectCode.outOfRange };
  const refusal = refusalOfAlgoLots(market, lots, triggerOrderTicks === marketPriceTicks);
  if (refusal) return refusal;
  const direction = triggerDirection(triggerTicks, referenceTicks(market, triggerBy) || market.markTicks);
  if (direction === null || market.markTicks === 0) return { code: RejectCode.triggerSide };
  return { ...noLegs, triggerTicks, triggerOrderTicks, triggerBy, triggersUp: direction === 'up' };
}

function planLegs(market: Market, command: PlaceAlgo, legs: Legs): Plan | Refusal {
  if (!hasLegs(legs) || kindOfLegs(legs) !== command.type) return { code: RejectCode.outOfRange };
  const refusal = command.lots === 0 ? undefined : refusalOfAlgoLots(market, command.lots, false);
  if (refusal) return refusal;
  const isWrong = triggerSideError(command.position, legs, (source) => referenceTicks(market, source)) !== null;
  if (isWrong) return { code: RejectCode.triggerSide };
  return { ...legs, triggerTicks: 0, triggerOrderTicks: 0, triggerBy: noLegs.tpTriggerBy, triggersUp: false };
}
