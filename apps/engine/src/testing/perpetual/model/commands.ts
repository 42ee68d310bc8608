/** The commands of users: what each checks, in its order, and does. */
import { type CommandOf, type Op, Op as Ops } from '@pelican/shared/engine/perpetual/commands.ts';
import { EventKind } from '@pelican/shared/engine/perpetual/events.ts';
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import {
  AlgoKind,
  AlgoState,
  CancelWhat,
  CashReason,
  EndReason,
  HouseUser,
  isClosing,
  MarginMode,
  MarketState,
  OrderKind,
  PositionSide,
  PriceSource,
  SelfTrade,
} from '@pelican/shared/engine/perpetual/terms.ts';
import { addAlgo, algosOf, cancelAlgo, hasLegs, kindOf, legsOf, noLegs, settleWaiting } from './algo-life.ts';
import { least, most, up } from './arithmetic.ts';
import { freezeOf, highestLeverage, limitOf, objection, type Wanted, walk } from './checks.ts';
import { cancelClosing } from './fills.ts';
import { closingSide } from './liquidation.ts';
import { available, hasUntrustedLeg, spendable, tierOf, tradingBalance, unrealised, worthAtMark } from './margin.ts';
import { endOrder } from './order-life.ts';
import { makeOrder, send } from './orders.ts';
import {
  type Account,
  type Algo,
  accountOf,
  crossLegs,
  type Legs,
  leverageName,
  leverageOf,
  liveOrder,
  type Market,
  moveCash,
  moveFund,
  type Order,
  ordersOf,
  type Position,
  pending,
  positionAt,
  type Refusal,
  rest,
  sameTarget,
  type Target,
  tell,
  type World,
} from './world.ts';

export interface Answer {
  orderId: bigint;
  available: bigint;
  required: bigint;
  code: number;
  repeated: boolean;
}

type Done = Refusal | undefined;

const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
const isUser = (user: number) => user > 0 && user < 0xffff_ff00;
export const isTicks = (ticks: number, market: Market) => isCount(ticks) && ticks <= market.settings.priceMaxTicks;
export const isOrderTicks = (ticks: number, market: Market) => ticks === -1 || isTicks(ticks, market);
const outOfRange = { code: RejectCode.outOfRange };

function marketOf(world: World, id: number): Market | undefined {
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
function isRepeated(
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

function remember(world: World, command: { user: number; clientId: string; source: string }, id: bigint): void {
  if (command.clientId !== '')
    world.clientKeys.set(`${command.user} ${command.clientId}`, { id, content: contentOf(command) });
}

function contentOf(command: object): string {
  return JSON.stringify({ ...command, source: '' });
}

export function placeOrder(world: World, command: CommandOf<typeof Op.placeOrder>, answer: Answer): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, mode, side, position, type, selfTrade } = command;
  const isRight = isUser(user) && mode <= 1 && side <= 1 && position <= 1 && type <= OrderKind.fok;
  if (!isRight || selfTrade > SelfTrade.cancelBoth || isOriginTooLong(command)) return outOfRange;
  if (isRepeated(world, command, answer)) return undefined;
  if (command.reduceOnly && !isClosing(command)) return { code: RejectCode.reduceOnlyConflict };
  const legs = merge(market, noLegs, command);
  if (!legs) return outOfRange;
  accountOf(world, user);
  // What is no whole number is refused where its check stands.
  const price = Number.isSafeInteger(command.priceTicks) ? BigInt(command.priceTicks) : -1n;
  const lots = isCount(command.lots) ? BigInt(command.lots) : 0n;
  const wanted: Wanted = { user, market, mode, side, position, type, selfTrade, price, lots };
  const refusal = objection(world, wanted) ?? objectionToLegs(world, wanted, legs);
  if (refusal) return refusal;
  const order = makeOrder(world, wanted, legs, 0n);
  answer.orderId = order.id;
  remember(world, command, order.id);
  send(world, order);
  return undefined;
}

function isOriginTooLong({ clientId, source }: { clientId: string; source: string }): boolean {
  return clientId.length > 36 || source.length > 31;
}

function objectionToLegs(world: World, wanted: Wanted, legs: Legs): Done {
  if (!hasLegs(legs)) return undefined;
  if (isClosing(wanted)) return outOfRange;
  const { market, user, type, price, position } = wanted;
  if (countAlgos(world, user, market) >= market.settings.algosMax) return { code: RejectCode.tooManyAlgos };
  const reference = type === OrderKind.market ? market.last || market.mark : price;
  return isTrueAlready(position, legs, () => reference) ? { code: RejectCode.triggerSide } : undefined;
}

export function countAlgos(world: World, user: number, market: Market): number {
  return algosOf(world, user).filter((algo) => algo.market === market).length;
}

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

/** One that is the user's; an id that was given out and has ended is done, whoever asks. */
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

export function cancelOrder(world: World, command: CommandOf<typeof Op.cancelOrder>, answer: Answer): Done {
  const order = findOrder(world, command, answer);
  if ('code' in order) return order;
  answer.orderId = order.id;
  endOrder(world, order, EndReason.user);
  return undefined;
}

export function cancelOneAlgo(world: World, command: CommandOf<typeof Op.cancelAlgo>, answer: Answer): Done {
  const algo = findAlgo(world, command, answer);
  if ('code' in algo) return algo;
  answer.orderId = algo.id;
  if (algo.state === AlgoState.effective) return { code: RejectCode.alreadyDone };
  cancelAlgo(world, algo, EndReason.user);
  return undefined;
}

/** The ten oldest. */
export function cancelMany(world: World, command: CommandOf<typeof Op.cancelMany>, answer: Answer): Done {
  if (command.what > CancelWhat.algos) return outOfRange;
  if (command.market !== 0 && !marketOf(world, command.market)) return { code: RejectCode.unknownMarket };
  const isThere = ({ market }: { market: Market }) => command.market === 0 || market.id === command.market;
  const orders = command.what === CancelWhat.orders ? ordersOf(world, command.user).filter(isThere) : [];
  const algos = command.what === CancelWhat.algos ? algosOf(world, command.user).filter(isThere) : [];
  const cancellable = algos.filter(({ state }) => state !== AlgoState.effective);
  const count = orders.length + cancellable.length;
  for (const order of orders.slice(0, 10)) endOrder(world, order, EndReason.user);
  for (const algo of cancellable.slice(0, 10)) cancelAlgo(world, algo, EndReason.user);
  answer.orderId = BigInt(Math.min(10, count));
  answer.available = BigInt(Math.max(0, count - 10));
  return undefined;
}

export function closePosition(world: World, command: CommandOf<typeof Op.closePosition>, answer: Answer): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, mode, position } = command;
  const held = positionAt(world, user, { market, mode, position });
  if (!held) return { code: RejectCode.positionNotFound };
  if (market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  const side = closingSide(position);
  const wanted: Wanted = {
    user,
    market,
    mode,
    side,
    position,
    type: OrderKind.market,
    price: 0n,
    lots: held.lots,
    selfTrade: 0,
  };
  const ahead = walk(world, wanted, held.lots, limitOf(wanted));
  if (ahead.lots === 0n) return { code: ahead.isGuarded ? RejectCode.bankruptcyGuard : RejectCode.emptyBook };
  cancelClosing(world, held, EndReason.closePosition);
  const order = makeOrder(world, wanted, noLegs, 0n);
  answer.orderId = order.id;
  send(world, order);
  answer.available = rest(order);
  return undefined;
}

export function setLeverage(world: World, command: CommandOf<typeof Op.setLeverage>): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, mode } = command;
  const leverage = BigInt(command.leverage);
  const isCross = mode === MarginMode.cross;
  const position = isCross ? PositionSide.long : command.position;
  if (!isUser(user) || mode > 1 || position > 1 || leverage === 0n) return outOfRange;
  const account = accountOf(world, user);
  const sides = isCross ? [PositionSide.long, PositionSide.short] : [position];
  const targets: Target[] = sides.map((each) => ({ market, mode, position: each }));
  const held = targets.map((target) => positionAt(world, user, target));
  if (account.isLiquidating || held.some((each) => each?.isLiquidating)) return { code: RejectCode.liquidating };
  const shown = BigInt(command.positionVersion);
  if (shown !== -1n && !held.some((each) => (each?.version ?? 0n) === shown)) return { code: RejectCode.stalePreview };
  for (const [at, target] of targets.entries()) {
    const highest = highestLeverage(market, (held[at]?.lots ?? 0n) + pending(world, user, target, false));
    if (leverage > highest) return { code: RejectCode.leverageTooHigh, required: leverage, available: highest };
  }
  const target = { market, mode, position };
  if (leverageOf(world, user, target) === leverage) return undefined;
  const late = isCross ? changeCross(world, account, market, leverage) : changeIsolated(world, user, target, leverage);
  if (late) return late;
  account.leverages.set(leverageName(target), leverage);
  tell(world, EventKind.leverageChanged, user, { market: market.id, mode, position, leverage });
  return undefined;
}

/** Both sides at once, undone when what backs them would not suffice. */
function changeCross(world: World, { user }: Account, market: Market, leverage: bigint): Done {
  const isHere = (each: Target) => each.market === market && each.mode === MarginMode.cross;
  const orders = ordersOf(world, user).filter((order) => isHere(order) && !isClosing(order));
  const legs = crossLegs(world, user).filter(isHere);
  const before = [
    ...orders.map(({ leverage: of, freeze }) => ({ of, freeze })),
    ...legs.map(({ leverage: of }) => ({ of, freeze: 0n })),
  ];
  for (const order of orders) {
    order.freeze = freezeOf(order, leverage);
    order.leverage = leverage;
  }
  for (const leg of legs) leg.leverage = leverage;
  const left = tradingBalance(world, user);
  if (left >= 0n) {
    if (legs.length > 0) world.touched.add(user);
    return undefined;
  }
  [...orders, ...legs].forEach((each, at) => {
    each.leverage = before[at]?.of ?? 0n;
    if ('freeze' in each) each.freeze = before[at]?.freeze ?? 0n;
  });
  return { code: RejectCode.insufficientMargin, required: -left };
}

/** Up to ceil(C / L) out of what is available; down towards it, as far as losses and the mark allow. */
function changeIsolated(world: World, user: number, target: Target, leverage: bigint): Done {
  const waiting = ordersOf(world, user).find((order) => sameTarget(order, target) && !isClosing(order));
  if (waiting) return { code: RejectCode.pendingIsolatedOrders, available: waiting.id };
  const held = positionAt(world, user, target);
  if (!held) return undefined;
  const goal = up(held.cost, leverage);
  if (goal > held.margin) {
    const required = goal - held.margin;
    if (hasUntrustedLeg(world, user)) return { code: RejectCode.untrustedLeg };
    const free = most(0n, available(world, user));
    if (required > free) return { code: RejectCode.insufficientMargin, required, available: free };
    post(world, held, required);
  } else {
    const removable = held.margin + least(0n, unrealised(held)) - up(most(held.cost, worthAtMark(held)), leverage);
    post(world, held, -most(0n, least(held.margin - goal, removable)));
  }
  held.leverage = leverage;
  return undefined;
}

function post(world: World, held: Position, amount: bigint): void {
  held.margin += amount;
  world.touched.add(held.user);
  moveCash(world, held.user, -amount, CashReason.margin, { market: held.market.id, positionId: held.id });
}

export function adjustMargin(world: World, command: CommandOf<typeof Op.adjustMargin>): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, amount, position } = command;
  if (amount === 0n) return outOfRange;
  const held = positionAt(world, user, { market, mode: MarginMode.isolated, position });
  if (!held) return { code: RejectCode.positionNotFound };
  if (amount > 0n) {
    if (hasUntrustedLeg(world, user)) return { code: RejectCode.untrustedLeg };
    const free = spendable(world, user, MarginMode.isolated);
    if (amount > free) return { code: RejectCode.insufficientMargin, required: amount, available: free };
  } else {
    if (accountOf(world, user).isLiquidating || held.isLiquidating) return { code: RejectCode.liquidating };
    const waiting = ordersOf(world, user).find(
      (order) => order.market === market && order.mode === MarginMode.isolated,
    );
    if (waiting) return { code: RejectCode.pendingIsolatedOrders, available: waiting.id };
    const kept = up(most(held.cost, worthAtMark(held)), tierOf(market, held.lots).maxLeverage);
    const free = most(0n, held.margin + least(0n, unrealised(held)) - kept);
    if (-amount > free) return { code: RejectCode.marginTooLow, required: -amount, available: free };
  }
  post(world, held, amount);
  return undefined;
}

export function transfer(
  world: World,
  command: CommandOf<typeof Op.transferIn> | CommandOf<typeof Op.transferOut>,
  answer: Answer,
): Done {
  const { user, transferId, amount, asset } = command;
  const out = command.kind === Ops.transferOut;
  if (isCount(transferId)) answer.orderId = BigInt(transferId);
  if (!isCount(transferId) || amount <= 0n || !(isUser(user) || user === HouseUser.fund)) return outOfRange;
  const key = `${out} ${transferId}`;
  const known = world.transfers.get(key);
  const content = `${user} ${asset} ${amount}`;
  if (known) {
    answer.repeated = known.content === content;
    answer.code = answer.repeated ? known.code : RejectCode.transferMismatch;
    return undefined;
  }
  const refusal = objectionToTransfer(world, command, out);
  world.transfers.set(key, { code: refusal?.code ?? RejectCode.none, content });
  if (refusal) return refusal;
  const delta = out ? -amount : amount;
  world.netTransfers += delta;
  const reason = out ? CashReason.transferOut : CashReason.transferIn;
  if (user === HouseUser.fund) moveFund(world, delta, reason, 0);
  else moveCash(world, user, delta, reason, { reference: BigInt(transferId) });
  tell(world, EventKind.transferApplied, user, { asset, transferId, amount, out });
  return undefined;
}

function objectionToTransfer(
  world: World,
  { user, amount, asset }: { user: number; amount: bigint; asset: number },
  out: boolean,
): Done {
  if (asset !== world.settleAsset) return { code: RejectCode.unknownAsset };
  if (!out) return world.netTransfers + amount > 2n ** 62n ? outOfRange : undefined;
  if (user !== HouseUser.fund && hasUntrustedLeg(world, user)) return { code: RejectCode.untrustedLeg };
  const free = user === HouseUser.fund ? world.fund : spendable(world, user, MarginMode.isolated);
  return amount > free ? { code: RejectCode.insufficientBalance, required: amount, available: free } : undefined;
}
