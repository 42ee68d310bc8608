/**
 * Prices of pledges: the samples of the index of the last minute, as this process has seen them. docs/loans.md, "Prices".
 * An index is that of the coin's perpetual contract in the asset that the contract is settled in, or of its spot market where it has no
 * perpetual. In a money without an index of the coin its dollars are counted by the index of the dollar in that money.
 */
import { MarketState as Status } from '@pelican/shared/engine/perpetual';
import { type LoanPrice, loanPrice } from '@pelican/shared/loans';
import { halfUpDiv, parseBigUnits } from '@pelican/shared/money';
import { formatPriceUnits, type LiveListener, type PerpetualMarketState } from '../../live/index.ts';
import type { SpotIndexFeed } from '../../ticker/index.ts';

const keptMs = 60_000;
/** For so long the engine repeats an index that nobody says any more, before it finds it stale. */
const repeatedMs = 10_000;
const priceScale = 8;
const one = 10n ** BigInt(priceScale);
/** What coins are counted in first. */
const dollar = 'USDT';

/** What of the perpetual live view the samples are taken from. */
export interface IndexView {
  market(id: number): PerpetualMarketState | undefined;
  addListener(listener: LiveListener): void;
}

export interface KnownPrice {
  price: LoanPrice;
  /** Unix ms of the newest sample of the last minute; null when there is none. */
  at: number | null;
}

export interface LoanPrices {
  /** Money for one coin of the pledge, now. */
  of(pledge: string, money: string): KnownPrice;
}

interface Sample {
  at: number;
  price: bigint;
}

/** Keeps the samples of the last minute from here on: there is no price before the first one. */
export function followIndexes(view: IndexView, spot: Pick<SpotIndexFeed, 'addListener'>): LoanPrices {
  const samples = { perpetual: new Map<string, Sample[]>(), spot: new Map<string, Sample[]>() };
  const statuses = new Map<string, PerpetualMarketState['status']>();

  /** @param price null: there is no valid index */
  function keep(venue: keyof typeof samples, pair: string, at: number, price: bigint | null): void {
    const known = samples[venue].get(pair) ?? [];
    if (price === null) {
      // Samples of the last seconds may repeat one index value, so only older samples are kept.
      samples[venue].set(
        pair,
        known.filter((sample) => at - sample.at > repeatedMs),
      );
      return;
    }
    // One a second: of a second that is said twice the newer counts.
    const isKept = (sample: Sample) => at - sample.at < keptMs && secondOf(sample.at) !== secondOf(at);
    samples[venue].set(pair, [...known.filter(isKept), { at, price }]);
  }

  function keepPerpetual({ market, indexMs, indexTicks, status }: PerpetualMarketState): void {
    const pair = pairOf(market.base.ticker, market.settleTicker);
    const before = statuses.get(pair) ?? status;
    statuses.set(pair, status);
    // The status of a market that an operator has halted does not say whether its index is stale: it is treated alike.
    if (status === Status.stale || status === Status.halted) {
      keep('perpetual', pair, Date.now(), null);
      return;
    }
    // A change of the status repeats the last index, however old that is, and the next tick says it anew. What was stale returns by a tick.
    const isRepeated = before !== status && before !== Status.stale;
    if (isRepeated || indexTicks <= 0) return;
    const text = formatPriceUnits(indexTicks * market.scale.priceStepUnits, market);
    keep('perpetual', pair, indexMs, parseBigUnits(text, priceScale));
  }

  view.addListener({
    onMarkets(changed) {
      for (const { market, repriced } of changed) {
        const state = repriced ? view.market(market.id) : undefined;
        if (state) keepPerpetual(state);
      }
    },
    // Samples keep their time: those of before the gap are as old as they are.
    onRestored() {},
  });
  spot.addListener((market, price, at) => keep('spot', market, at, price));

  /** Undefined: no index of the pair was ever seen. The perpetual's comes first: a pair has one price. */
  const ownSamples = (pair: string) => samples.perpetual.get(pair) ?? samples.spot.get(pair);

  function samplesOf(pledge: string, money: string): readonly Sample[] {
    const own = ownSamples(pairOf(pledge, money));
    if (own) return own;
    const turned = ownSamples(pairOf(money, pledge));
    if (turned) return turned.map(({ at, price }) => ({ at, price: halfUpDiv(one * one, price) }));
    const [inDollars, dollars] = [ownSamples(pairOf(pledge, dollar)), ownSamples(pairOf(dollar, money))];
    return inDollars && dollars ? counted(inDollars, dollars) : [];
  }

  return {
    of(pledge, money) {
      const known = samplesOf(pledge, money);
      const now = Date.now();
      const at = known.filter((sample) => sample.at <= now && now - sample.at < keptMs).at(-1)?.at ?? null;
      return { price: loanPrice(known, now), at };
    },
  };
}

/** A coin's samples in another money: each by the rate of its second, or the newest one before. A product is as old as the older of the two. */
function counted(coins: readonly Sample[], rates: readonly Sample[]): Sample[] {
  const products: Sample[] = [];
  for (const { at, price } of coins) {
    const rate = rates.findLast((sample) => secondOf(sample.at) <= secondOf(at));
    if (!rate) continue;
    const product = { at: Math.min(at, rate.at), price: halfUpDiv(price * rate.price, one) };
    // Of two coin prices by one rate the newer counts.
    if (secondOf(products.at(-1)?.at ?? 0) === secondOf(product.at)) products.pop();
    products.push(product);
  }
  return products;
}

function secondOf(at: number): number {
  return Math.floor(at / 1_000);
}

function pairOf(pledge: string, money: string): string {
  return `${pledge}_${money}`;
}
