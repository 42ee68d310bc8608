import { PositionSide, PriceSource, RejectCode } from '@pelican/shared/engine/perpetual';
import { algosOf, legsOf, noLegs } from './algo-life.ts';
import type { Algo, Legs, Market, Order, Refusal, World } from './state.ts';
import { liveOrder } from './world.ts';

export interface Answer {
  orderId: bigint;
  available: bigint;
  required: bigint;
  code: number;
  repeated: boolean;
}

export type Done = Refusal | undefined;

export const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
export const isUser = (user: number) => user > 0 && user < 0xffff_ff00;
export const isTicks = (ticks: number, market: Market) => isCount(ticks) && ticks <= market.settings.priceMaxTicks;
export const isOrderTicks = (ticks: number, market: Market) => ticks === -1 || isTicks(ticks, market);
export const outOfRange = { code: RejectCode.outOfRange };

export function marketOf(world: World, id: number): Market | undefined {
  return world.markets.find((market) => market.id === id);
}

type WireLegs = { [Name in keyof Legs]: number };

/** New legs over those that are kept; trigger 0 keeps, -1 takes away. Undefined: out of range. */
export function merge(market: Market, kept: Legs, wanted: WireLegs): Legs | undefined {
  const merged = legsOf(kept);
  if (wanted.tpTriggerTicks !== 0) {
    const isGone = wanted.tpTriggerTicks === -1;
    if (!isGone && !isLeg(market, wanted.tpTriggerTicks, wanted.tpOrderTicks, wanted.tpTriggerBy)) return undefined;
    merged.tpTriggerTicks = isGone ? 0n : BigInt(wanted.tpTriggerTicks);
    merged.tpOrderTicks = isGone ? 0n : BigInt(wanted.tpOrderTicks);
    merged.tpTriggerBy = isGone ? noLegs.tpTriggerBy : wanted.tpTriggerBy;
  }
  if (wanted.slTriggerTicks !== 0) {
    const isGone = wanted.slTriggerTicks === -1;
    if (!isGone && !isLeg(market, wanted.slTriggerTicks, wanted.slOrderTicks, wanted.slTriggerBy)) return undefined;
    merged.slTriggerTicks = isGone ? 0n : BigInt(wanted.slTriggerTicks);
    merged.slOrderTicks = isGone ? 0n : BigInt(wanted.slOrderTicks);
    merged.slTriggerBy = isGone ? noLegs.slTriggerBy : wanted.slTriggerBy;
  }
  return merged;
}

function isLeg(market: Market, trigger: number, order: number, by: number): boolean {
  return isTicks(trigger, market) && isOrderTicks(order, market) && by <= PriceSource.mark;
}

/** A leg that is true already at these prices; a price of 0 is unknown. */
export function isTrueAlready(position: PositionSide, legs: Legs, priceOf: (source: number) => bigint): boolean {
  const isLong = position === PositionSide.long;
  const isTrue = (trigger: bigint, by: number, isUp: boolean) => {
    const price = priceOf(by);
    return trigger > 0n && price > 0n && (isUp ? price >= trigger : price <= trigger);
  };
  return (
    isTrue(legs.tpTriggerTicks, legs.tpTriggerBy, isLong) || isTrue(legs.slTriggerTicks, legs.slTriggerBy, !isLong)
  );
}

export function priceNow(market: Market, source: number): bigint {
  if (source === PriceSource.last) return market.last;
  return source === PriceSource.index ? market.index : market.mark;
}

/** True when the key was used: the answer is the first one's, or other content is refused. */
export function isRepeated(
  world: World,
  command: { user: number; clientId: string; source: string },
  answer: Answer,
): boolean {
  const known = command.clientId === '' ? undefined : world.clientKeys.get(`${command.user} ${command.clientId}`);
  if (!known) return false;
  answer.orderId = known.id;
  if (known.content === contentOf(command)) answer.repeated = true;
  else answer.code = RejectCode.repeatedWithOtherContent;
  return true;
}

export function remember(world: World, command: { user: number; clientId: string; source: string }, id: bigint): void {
  if (command.clientId !== '')
    world.clientKeys.set(`${command.user} ${command.clientId}`, { id, content: contentOf(command) });
}

function contentOf(command: object): string {
  return JSON.stringify({ ...command, source: '' });
}

export function isOriginTooLong({ clientId, source }: { clientId: string; source: string }): boolean {
  return clientId.length > 36 || source.length > 31;
}

export function countAlgos(world: World, user: number, market: Market): number {
  return algosOf(world, user).filter((algo) => algo.market === market).length;
}

export function objectionToAlgoLots({ settings }: Market, lots: number, isMarket: boolean): Done {
  if (!isCount(lots)) return outOfRange;
  const [smallest, largest] = [settings.minLots, isMarket ? settings.maxMarketLots : settings.maxLimitLots];
  if (lots < smallest) return { code: RejectCode.sizeTooSmall, required: BigInt(smallest), available: BigInt(lots) };
  return lots > largest
    ? { code: RejectCode.sizeTooLarge, required: BigInt(lots), available: BigInt(largest) }
    : undefined;
}

export function findOrder(
  world: World,
  command: { user: number; market: number; orderId: number },
  answer: Answer,
): Order | Refusal {
  const order = Number.isSafeInteger(command.orderId) ? liveOrder(world, BigInt(command.orderId)) : undefined;
  return found(order, command, command.orderId, world.lastOrderId, RejectCode.orderNotFound, answer);
}

export function findAlgo(
  world: World,
  command: { user: number; market: number; algoId: number },
  answer: Answer,
): Algo | Refusal {
  const algo = world.algos.find(({ id, hasEnded }) => !hasEnded && id === BigInt(command.algoId));
  return found(algo, command, command.algoId, world.lastAlgoId, RejectCode.algoNotFound, answer);
}

/** One that is the user's; an id that was given out and has ended counts as done for any user. */
function found<Kind extends Order | Algo>(
  each: Kind | undefined,
  { user, market }: { user: number; market: number },
  id: number,
  last: bigint,
  code: number,
  answer: Answer,
): Kind | Refusal {
  if (each && each.user === user && (market === 0 || each.market.id === market)) return each;
  if (each || !isCount(id) || BigInt(id) > last) return { code };
  answer.orderId = BigInt(id);
  return { code: RejectCode.alreadyDone };
}
