/**
 * The perpetual shard once more, from its rules and not from its code: small, slow, plain. Everything is a bigint in a
 * list, and everything is computed anew for each command. Its state and its events are compared with the core's.
 */
import { KernelRejectCode } from '@pelican/shared/engine';
import {
  type Command,
  EventKind,
  MarginMode,
  MarketState,
  Op,
  PriceSource,
  RejectCode,
  type Settings,
} from '@pelican/shared/engine/perpetual';
import { adjustMargin, setLeverage, transfer } from './account-commands.ts';
import { cancelOneAlgo, placeAlgo } from './algo-commands.ts';
import { amendAlgo, amendOrder } from './amend.ts';
import { one } from './arithmetic.ts';
import type { Answer } from './command-parts.ts';
import { isAtRisk } from './cross-liquidation.ts';
import { notePeak, workFund } from './fund-desk.ts';
import { fundMarket } from './funding.ts';
import { liquidationRound } from './liquidation.ts';
import { isCrossDue, isIsolatedDue } from './margin.ts';
import { cancelMany, cancelOrder, closePosition, placeOrder } from './order-commands.ts';
import { emitMarketState, price, setState, stateAt } from './prices.ts';
import type { Market, Refusal, World } from './state.ts';
import { retryFired, runTriggers } from './triggers.ts';
import { warnOfFunding, warnOfRatios, watched } from './warnings.ts';
import { accountOf, emit, emptyWorld, isOpen, isTrusted } from './world.ts';

export class Model {
  readonly world: World = emptyWorld();

  /** Applies a command at a time of the journal; its events are in `world.events`. One that is quarantined has no effect. */
  apply(command: Command, timeMs: number, isQuarantined = false): Answer {
    const { world } = this;
    forgetEnded(world);
    world.events = [];
    world.touched.clear();
    world.tradedMarkets.clear();
    world.timeMs = Math.max(world.timeMs, timeMs);
    const answer: Answer = { orderId: 0n, available: 0n, required: 0n, code: RejectCode.none, repeated: false };
    if (isQuarantined) return { ...answer, code: KernelRejectCode.quarantined };
    const refusal = command.kind === Op.tick ? tick(world, command.n, command.prices) : act(world, command, answer);
    if (refusal) {
      answer.code = refusal.code;
      answer.required = refusal.required ?? 0n;
      answer.available = refusal.available ?? 0n;
    }
    if (command.kind !== Op.tick) settle(world);
    return answer;
  }
}

function forgetEnded(world: World): void {
  world.orders = world.orders.filter(({ queue }) => queue > 0);
  world.algos = world.algos.filter(({ hasEnded }) => !hasEnded);
  world.positions = world.positions.filter(isOpen);
  world.lots = world.lots.filter(({ lots }) => lots > 0n);
}

function act(world: World, command: Exclude<Command, { kind: typeof Op.tick }>, answer: Answer): Refusal | undefined {
  noticeSilence(world);
  switch (command.kind) {
    case Op.placeOrder:
      return placeOrder(world, command, answer);
    case Op.placeAlgo:
      return placeAlgo(world, command, answer);
    case Op.amendOrder:
      return amendOrder(world, command, answer);
    case Op.amendAlgo:
      return amendAlgo(world, command, answer);
    case Op.cancelOrder:
      return cancelOrder(world, command, answer);
    case Op.cancelAlgo:
      return cancelOneAlgo(world, command, answer);
    case Op.cancelMany:
      return cancelMany(world, command, answer);
    case Op.closePosition:
      return closePosition(world, command, answer);
    case Op.setLeverage:
      return setLeverage(world, command);
    case Op.adjustMargin:
      return adjustMargin(world, command);
    case Op.transferIn:
    case Op.transferOut:
      return transfer(world, command, answer);
    case Op.configure:
      return configure(world, command.user, command.settings);
    case Op.continueRound:
      throw new Error('the model does a round at once: see whole-rounds.ts');
  }
}

/** Without a tick for 15 s of the journal every market is stale. */
function noticeSilence(world: World): void {
  if (world.lastTick === 0 || world.timeMs - world.lastTickMs < 15_000) return;
  for (const market of world.markets) setState(world, market, Math.max(market.state, MarketState.stale) as MarketState);
}

/** After a user's command: the triggers of its trades, then the accounts that it touched. */
function settle(world: World): void {
  for (const market of world.tradedMarkets) runTriggers(world, market, PriceSource.last);
  checkTouched(world);
}

/** Again and again, until a round touches nobody; who is in liquidation and still due waits for the next tick. */
function checkTouched(world: World): void {
  while (world.touched.size > 0) {
    const users = world.touched;
    world.touched = new Set();
    const positions = world.positions.filter(
      (held) =>
        isOpen(held) &&
        held.mode === MarginMode.isolated &&
        users.has(held.user) &&
        isTrusted(held.market) &&
        held.isLiquidating !== isIsolatedDue(held),
    );
    const accounts = [...users]
      .map((user) => accountOf(world, user))
      .filter(({ user, isLiquidating }) => {
        const isDue = isCrossDue(world, user);
        return isLiquidating ? !isDue : isDue || isAtRisk(world, user);
      });
    liquidationRound(world, positions, accounts);
    if (world.touched.size > 0) workFund(world, false);
    for (const market of world.tradedMarkets) runTriggers(world, market, PriceSource.last);
  }
}

function tick(world: World, n: number, text: string): Refusal | undefined {
  const before = world.lastTick;
  if (!Number.isSafeInteger(n) || n <= before)
    return { code: RejectCode.oldTick, required: BigInt(Math.trunc(n) || 0), available: BigInt(before) };
  const latest = world.timeMs + 2000;
  if (n * 1000 > latest)
    return { code: RejectCode.outOfRange, required: BigInt(n), available: BigInt(Math.floor(latest / 1000)) };
  world.lastTick = n;
  world.lastTickMs = world.timeMs;
  const indexes = new Map<number, number>();
  for (const each of JSON.parse(text) as { market: number; indexTicks: number }[])
    indexes.set(each.market, each.indexTicks);
  for (const market of world.markets) {
    price(world, market, n, BigInt(indexes.get(market.id) ?? 0));
    fundMarket(world, market, n);
    if (!isTrusted(market)) continue;
    runTriggers(world, market, PriceSource.mark);
    runTriggers(world, market, PriceSource.index);
  }
  const near = watched(world);
  const open = world.positions.filter(isOpen);
  const positions = open.filter(
    (held) =>
      held.mode === MarginMode.isolated && isTrusted(held.market) && (held.isLiquidating || isIsolatedDue(held)),
  );
  const holders = [...new Set(open.filter(({ mode }) => mode === MarginMode.cross).map(({ user }) => user))];
  const accounts = holders
    .filter((user) => accountOf(world, user).isLiquidating || isCrossDue(world, user) || isAtRisk(world, user))
    .map((user) => accountOf(world, user));
  liquidationRound(world, positions, accounts);
  workFund(world, true);
  for (const market of world.markets) retryFired(world, market);
  checkTouched(world);
  notePeak(world);
  warnOfFunding(world, before, n);
  warnOfRatios(world, near);
  for (const market of world.markets) emitMarketState(world, market);
  return undefined;
}

/** Settings that are right: the generator sends no others but changes of mmr. */
function configure(world: World, user: number, text: string): Refusal | undefined {
  const settings = JSON.parse(text) as Settings;
  if (settings.kind === 'instrument') {
    const refusal = objectionToInstrument(world, settings);
    if (refusal) return refusal;
  }
  emit(world, EventKind.settingsChanged, user, { settings: text });
  if (settings.kind === 'asset') world.settleAsset = settings.id;
  else if (settings.kind === 'account') accountOf(world, settings.id).isCloseOnly = settings.closeOnly;
  else applyInstrument(world, settings);
  return undefined;
}

type InstrumentSettings = Extract<Settings, { kind: 'instrument' }>;

function objectionToInstrument(world: World, settings: InstrumentSettings): Refusal | undefined {
  const known = world.markets.find(({ id }) => id === settings.id);
  if (!known) return undefined;
  const mmr = settings.tiers[0]?.mmr ?? 0;
  const priceNow = known.index || known.last;
  const isCoarse = priceNow > 0n && BigInt(mmr) * priceNow < 3n * one;
  return isCoarse && mmr !== known.settings.tiers[0]?.mmr ? { code: RejectCode.invalidSettings } : undefined;
}

function applyInstrument(world: World, settings: InstrumentSettings): void {
  const known = world.markets.find(({ id }) => id === settings.id);
  if (known) {
    known.settings = settings;
    setState(world, known, stateAt(known, world.lastTick));
    touchOwnersAtLimit(world, known);
    return;
  }
  const market = newMarket(settings);
  world.markets.push(market);
  world.markets.sort((a, b) => a.id - b.id);
  emitMarketState(world, market);
}

/** Isolated positions may be at their new limits; everybody else is evaluated in the next tick. */
function touchOwnersAtLimit(world: World, market: Market): void {
  if (!isTrusted(market)) return;
  for (const held of world.positions) {
    const isHere = isOpen(held) && held.market === market && held.mode === MarginMode.isolated;
    if (isHere && (held.isLiquidating || isIsolatedDue(held))) world.touched.add(held.user);
  }
}

function newMarket(settings: InstrumentSettings): Market {
  const unit = (BigInt(settings.contractValue) * BigInt(settings.lotSize) * BigInt(settings.tickSize)) / (one * one);
  return {
    id: settings.id,
    settings,
    unit,
    state: MarketState.stale,
    index: 0n,
    mark: 0n,
    maxBuy: 0n,
    minSell: 0n,
    last: 0n,
    lastMs: 0,
    traded: [],
    basis: [],
    indexSecond: 0,
    recoveredSecond: 0,
    samples: [],
    sampledMinute: 0,
    lastRate: 0n,
    currentRate: 0n,
    currentTimeMs: 0,
    nextRate: 0n,
    isLocked: false,
    tradeId: 0n,
  };
}
