/** A second of the world: prices, funding, triggers, and then the risk of everybody. */
import type { CommandOf, Op, TickPrice } from '@pelican/shared/engine/perpetual/commands.ts';
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import { PriceSource } from '@pelican/shared/engine/perpetual/terms.ts';
import { retryFired, runTriggers } from '../algos/triggers.ts';
import { emitMarketPriced } from '../change-records.ts';
import type { Changes } from '../changes.ts';
import type { Market } from '../state.ts';
import { workFund } from './fund-desk.ts';
import { notePeak } from './fund-lots.ts';
import { applyFunding } from './funding.ts';
import { renewLights } from './lights.ts';
import { priceMarket } from './mark.ts';
import { isMarkTrusted } from './market-state.ts';
import { checkAccounts, liquidateAll } from './rounds.ts';
import { warnOfFunding, warnOfRatios } from './warnings.ts';

/** How far a tick may be ahead of the journal's time: one accepted from the future would bar all until then. */
const futureMsMax = 2_000;

/**
 * Applies the tick of second n; refuses one that is not above the last or lies in the future. Per market by id: index, mark and band; the
 * minute's premium; funding; triggers of mark and index. Then for all: orders at risk, liquidations, the fund's desk and
 * deleveraging, the rests of fired algos, and whoever those brought to their limit.
 */
export function applyTick(changes: Changes, { n, prices }: CommandOf<typeof Op.tick>): void {
  const { shard } = changes;
  const previous = shard.lastTick;
  if (!Number.isSafeInteger(n) || n <= previous) {
    changes.reject(RejectCode.oldTick, n, previous);
    return;
  }
  if (n * 1000 > shard.timeMs + futureMsMax) {
    changes.reject(RejectCode.outOfRange, n, Math.floor((shard.timeMs + futureMsMax) / 1000));
    return;
  }
  shard.lastTick = n;
  shard.lastTickMs = shard.timeMs;
  const indexes = readIndexes(prices);
  const markets = [...shard.markets.values()];
  for (const market of markets) {
    priceMarket(changes, market, n, indexes.get(market.id) ?? 0);
    applyFunding(changes, market, n);
    fireByPrice(changes, market);
  }
  const watched = liquidateAll(changes);
  workFund(changes, true);
  for (const market of markets) retryFired(changes, market);
  checkAccounts(changes);
  notePeak(shard);
  renewLights(changes, previous, n);
  warnOfFunding(changes, previous, n);
  warnOfRatios(changes, watched);
  for (const market of markets) emitMarketPriced(changes, market);
}

function fireByPrice(changes: Changes, market: Market): void {
  if (!isMarkTrusted(market)) return;
  runTriggers(changes, market, PriceSource.mark);
  runTriggers(changes, market, PriceSource.index);
}

/** The valid indexes of a tick's JSON by market; whatever is none is left out. */
function readIndexes(prices: string): Map<number, number> {
  const indexes = new Map<number, number>();
  for (const { market, indexTicks } of parsePrices(prices))
    if (Number.isSafeInteger(indexTicks) && indexTicks > 0) indexes.set(market, indexTicks);
  return indexes;
}

/** Nothing that stands in the journal may stop the shard: what is no list of prices is a tick without any. */
function parsePrices(prices: string): TickPrice[] {
  try {
    const parsed: unknown = JSON.parse(prices);
    return Array.isArray(parsed) ? parsed.filter((price) => typeof price === 'object' && price !== null) : [];
  } catch {
    return [];
  }
}
