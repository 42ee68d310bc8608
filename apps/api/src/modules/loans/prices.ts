/**
 * Prices of pledges: the samples of the index of the last minute, as this process has seen them. docs/loans.md, "Prices".
 * An index is that of the perpetual contract of the coin, in the asset that the contract is settled in.
 */
import { MarketState as Status } from '@pelican/shared/engine/perpetual';
import { type LoanPrice, loanPrice } from '@pelican/shared/loans';
import { parseBigUnits } from '@pelican/shared/money';
import { formatPriceUnits, type LiveListener, type PerpetualMarketState } from '../../live/index.ts';

const keptMs = 60_000;
/** For so long the engine repeats an index that nobody says any more, before it finds it stale. */
const repeatedMs = 10_000;
const priceScale = 8;

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

export function followIndexes(view: IndexView): LoanPrices {
  const samples = new Map<string, Sample[]>();
  const statuses = new Map<string, PerpetualMarketState['status']>();

  function keep(state: PerpetualMarketState): void {
    const { market, indexMs: at, indexTicks, status } = state;
    const pair = pairOf(market.base.ticker, market.settleTicker);
    const before = statuses.get(pair) ?? status;
    statuses.set(pair, status);
    if (status === Status.stale || status === Status.halted) {
      // Samples of the last seconds may repeat one index value, so only older samples are kept. The status of a market that an operator
      // has halted does not say whether its index is stale: it is treated alike.
      const said = (samples.get(pair) ?? []).filter((sample) => Date.now() - sample.at >= repeatedMs);
      samples.set(pair, said);
      return;
    }
    // A change of the status repeats the last index, however old that is, and the next tick says it anew. What was stale returns by a tick.
    const isRepeated = before !== status && before !== Status.stale;
    if (isRepeated || indexTicks <= 0) return;
    const text = formatPriceUnits(indexTicks * market.scale.priceStepUnits, market);
    // One a second: of a second that is said twice the newer counts.
    const isKept = (sample: Sample) => at - sample.at < keptMs && secondOf(sample.at) !== secondOf(at);
    const known = (samples.get(pair) ?? []).filter(isKept);
    samples.set(pair, [...known, { at, price: parseBigUnits(text, priceScale) }]);
  }

  view.addListener({
    onMarkets(changed) {
      for (const { market, repriced } of changed) {
        const state = repriced ? view.market(market.id) : undefined;
        if (state) keep(state);
      }
    },
    // Samples keep their time: those of before the gap are as old as they are.
    onRestored() {},
  });

  return {
    of(pledge, money) {
      const known = samples.get(pairOf(pledge, money)) ?? [];
      const now = Date.now();
      const at = known.filter((sample) => sample.at <= now && now - sample.at < keptMs).at(-1)?.at ?? null;
      return { price: loanPrice(known, now), at };
    },
  };
}

function secondOf(at: number): number {
  return Math.floor(at / 1_000);
}

function pairOf(pledge: string, money: string): string {
  return `${pledge}_${money}`;
}
