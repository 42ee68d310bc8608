/** configure: the settlement asset and the instruments, listed, changed, halted. */
import {
  type AssetSettings,
  type CommandOf,
  type InstrumentSettings,
  MarketState,
  type Op,
  RejectCode,
  type Settings,
  settingsChanged,
} from '@pelican/shared/engine/perpetual';
import { areTicksFine, instrumentOf } from '@pelican/shared/perpetual';
import { Book } from '../book.ts';
import { emitMarketPriced } from '../change-records.ts';
import type { Changes } from '../changes.ts';
import { emptyMarketParts } from '../empty-market.ts';
import { setMarketState } from '../market-state.ts';
import { unitOf } from '../money.ts';
import type { Refusal } from '../orders/check-order.ts';
import { renewLiquidation } from '../positions/positions.ts';
import { dropQueues } from '../risk/deleverage-queue.ts';
import { noteOwnersAtLimit } from '../risk/evaluation.ts';
import { isMarkTrusted, marketStateAt } from '../risk/market-state.ts';
import { dropWatches } from '../risk/unwatched.ts';
import type { Market, PerpetualShard } from '../state.ts';
import { accountFor } from './checks.ts';
import { parseSettings } from './settings.ts';

export function configure(changes: Changes, command: CommandOf<typeof Op.configure>): Refusal | undefined {
  const settings = parseSettings(command.settings);
  const code = settings ? refusalOf(changes.shard, settings) : RejectCode.invalidSettings;
  if (!settings || code !== RejectCode.none) return { code };
  changes.emit(settingsChanged, command.user, { settings: command.settings });
  apply(changes, settings);
  return undefined;
}

function apply(changes: Changes, settings: Settings): void {
  if (settings.kind === 'asset') changes.shard.settleAsset = settings;
  else if (settings.kind === 'account') accountFor(changes, settings.id).isCloseOnly = settings.closeOnly;
  else applyInstrument(changes, settings);
}

function refusalOf(shard: PerpetualShard, settings: Settings): RejectCode {
  if (settings.kind === 'asset') return refusalOfAsset(shard, settings);
  if (settings.kind === 'account') return RejectCode.none;
  if (shard.settleAsset?.id !== settings.settleAsset) return RejectCode.unknownAsset;
  const known = shard.markets.get(settings.id);
  if (!known) return RejectCode.none;
  const isRefused = hasOtherSteps(known.settings, settings)
    ? isInUse(shard, known)
    : hasOtherMaintenance(known.settings, settings) && !areTicksFine(instrumentOf(settings), priceTicksOf(known));
  return isRefused ? RejectCode.invalidSettings : RejectCode.none;
}

/** In the lowest tier, which the tick is measured by. */
function hasOtherMaintenance(a: InstrumentSettings, b: InstrumentSettings): boolean {
  return a.tiers[0]?.mmr !== b.tiers[0]?.mmr;
}

/** The index, without one the last trade; 0 when neither is known. */
function priceTicksOf({ indexTicks, lastTicks }: Market): number {
  return indexTicks || lastTicks;
}

/** There is one settlement asset; its money can not become another's. */
function refusalOfAsset({ settleAsset }: PerpetualShard, { id }: AssetSettings): RejectCode {
  return settleAsset && settleAsset.id !== id ? RejectCode.invalidSettings : RejectCode.none;
}

function hasOtherSteps(a: InstrumentSettings, b: InstrumentSettings): boolean {
  return a.contractValue !== b.contractValue || a.lotSize !== b.lotSize || a.tickSize !== b.tickSize;
}

function isInUse(shard: PerpetualShard, market: Market): boolean {
  const all = [shard.orders, shard.algos, shard.positions, shard.fund.lots];
  return all.some((objects) => [...objects.values()].some((each) => each.market === market));
}

function applyInstrument(changes: Changes, settings: InstrumentSettings): void {
  const { shard } = changes;
  const known = shard.markets.get(settings.id);
  if (!known) {
    dropQueues(shard);
    addMarket(shard, settings);
    emitMarketPriced(changes, shard.markets.get(settings.id) as Market);
    return;
  }
  replaceSettings(shard, known, settings);
  setMarketState(changes, known, marketStateAt(known, shard.lastTick));
  if (isMarkTrusted(known)) noteOwnersAtLimit(changes, known);
}

function replaceSettings(shard: PerpetualShard, market: Market, settings: InstrumentSettings): void {
  const { settings: before } = market;
  market.settings = settings;
  market.instrument = instrumentOf(settings);
  market.unit = unitOf(market.instrument);
  if (hasOtherSteps(before, settings)) forgetPrices(market);
  if (!haveSameTerms(before, settings)) renewPositions(shard, market);
}

/** True when no position's worth, requirement or haircut changes. */
function haveSameTerms(a: InstrumentSettings, b: InstrumentSettings): boolean {
  const haveSameRates = a.takerRate === b.takerRate && a.staleHaircut === b.staleHaircut;
  return haveSameRates && !hasOtherSteps(a, b) && JSON.stringify(a.tiers) === JSON.stringify(b.tiers);
}

/**
 * Computes liquidation prices and intervals of all positions of the market anew. No record has either, so none is
 * written.
 */
function renewPositions(shard: PerpetualShard, market: Market): void {
  dropQueues(shard);
  dropWatches(shard, market);
  for (const held of market.positions.values()) renewLiquidation(held);
}

/** Prices counted in other steps are meaningless. */
function forgetPrices(market: Market): void {
  const zero = { indexTicks: 0, markTicks: 0, maxBuyTicks: 0, minSellTicks: 0, lastTicks: 0, lastTradeMs: 0 };
  Object.assign(market, zero, { indexTick: 0, recoveredTick: 0, basis: [] });
}

function addMarket(shard: PerpetualShard, settings: InstrumentSettings): void {
  const market: Market = {
    id: settings.id,
    settings,
    instrument: instrumentOf(settings),
    unit: unitOf(instrumentOf(settings)),
    book: new Book(),
    state: MarketState.stale,
    indexTicks: 0,
    markTicks: 0,
    maxBuyTicks: 0,
    minSellTicks: 0,
    lastTicks: 0,
    lastTradeMs: 0,
    tradedLowTicks: 0,
    tradedHighTicks: 0,
    basis: [],
    indexTick: 0,
    recoveredTick: 0,
    funding: {
      samples: [],
      lastSampleMinute: 0,
      lastRate: 0,
      currentRate: 0,
      currentTimeMs: 0,
      nextRate: 0,
      isLocked: false,
      count: 0,
    },
    openInterestLots: 0,
    lastTradeId: 0,
    ...emptyMarketParts(),
  };
  market.state = marketStateAt(market, shard.lastTick);
  const markets = [...shard.markets.values(), market].sort((a, b) => a.id - b.id);
  shard.markets.clear();
  for (const each of markets) shard.markets.set(each.id, each);
}
