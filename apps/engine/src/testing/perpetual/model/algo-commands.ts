/** The commands about conditional orders: what each checks, in its order, and does. */
import {
  AlgoKind,
  AlgoState,
  type CommandOf,
  EndReason,
  isClosing,
  MarketState,
  type Op,
  PriceSource,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { addAlgo, cancelAlgo, hasLegs, kindOf, noLegs, settleWaiting } from './algo-life.ts';
import {
  type Answer,
  countAlgos,
  type Done,
  findAlgo,
  isOrderTicks,
  isOriginTooLong,
  isRepeated,
  isTicks,
  isTrueAlready,
  isUser,
  marketOf,
  merge,
  objectionToAlgoLots,
  outOfRange,
  priceNow,
  remember,
} from './command-parts.ts';
import type { Algo, Legs, Market, Refusal, World } from './state.ts';
import { accountOf, positionAt } from './world.ts';

export function placeAlgo(world: World, command: CommandOf<typeof Op.placeAlgo>, answer: Answer): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, mode, side, position, type } = command;
  const isRight = isUser(user) && mode <= 1 && side <= 1 && position <= 1 && type <= AlgoKind.trigger;
  const legs = isRight && !isOriginTooLong(command) ? merge(market, noLegs, command) : undefined;
  if (!legs) return outOfRange;
  if (isRepeated(world, command, answer)) return undefined;
  accountOf(world, user);
  const closes = isClosing(command);
  const { algosMax } = market.settings;
  if (market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  if (market.state !== MarketState.open && !closes) return { code: RejectCode.closeOnly };
  if (countAlgos(world, user, market) >= algosMax)
    return { code: RejectCode.tooManyAlgos, available: BigInt(algosMax) };
  if (!closes && (command.reduceOnly || type !== AlgoKind.trigger)) return { code: RejectCode.reduceOnlyConflict };
  if (closes && !positionAt(world, user, { market, mode, position })) return { code: RejectCode.positionNotFound };
  const plan = type === AlgoKind.trigger ? planTrigger(market, command) : planLegs(market, command, legs);
  if ('code' in plan) return plan;
  const algo = addAlgo(world, { user, market, mode, side, position, type, ...plan });
  settleWaiting(world, algo);
  answer.orderId = algo.id;
  remember(world, command, algo.id);
  return undefined;
}

type Plan = Pick<Algo, 'lots'> & Legs & Partial<Algo>;

function planTrigger(market: Market, command: CommandOf<typeof Op.placeAlgo>): Plan | Refusal {
  const { triggerTicks, triggerOrderTicks, triggerBy, lots } = command;
  if (!isTicks(triggerTicks, market) || !isOrderTicks(triggerOrderTicks, market) || triggerBy > PriceSource.mark)
    return outOfRange;
  const refusal = objectionToAlgoLots(market, lots, triggerOrderTicks === -1);
  if (refusal) return refusal;
  const reference = priceNow(market, triggerBy) || market.mark;
  if (BigInt(triggerTicks) === reference || market.mark === 0n) return { code: RejectCode.triggerSide };
  const triggersUp = BigInt(triggerTicks) > reference;
  return {
    ...noLegs,
    lots: BigInt(lots),
    triggerTicks: BigInt(triggerTicks),
    triggerOrderTicks: BigInt(triggerOrderTicks),
    triggerBy,
    triggersUp,
  };
}

function planLegs(market: Market, command: CommandOf<typeof Op.placeAlgo>, legs: Legs): Plan | Refusal {
  if (!hasLegs(legs) || kindOf(legs) !== command.type) return outOfRange;
  const refusal = command.lots === 0 ? undefined : objectionToAlgoLots(market, command.lots, false);
  if (refusal) return refusal;
  if (isTrueAlready(command.position, legs, (source) => priceNow(market, source)))
    return { code: RejectCode.triggerSide };
  return { ...legs, lots: BigInt(command.lots) };
}

export function cancelOneAlgo(world: World, command: CommandOf<typeof Op.cancelAlgo>, answer: Answer): Done {
  const algo = findAlgo(world, command, answer);
  if ('code' in algo) return algo;
  answer.orderId = algo.id;
  if (algo.state === AlgoState.effective) return { code: RejectCode.alreadyDone };
  cancelAlgo(world, algo, EndReason.user);
  return undefined;
}
