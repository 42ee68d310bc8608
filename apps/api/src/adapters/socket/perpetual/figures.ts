/** market, mark_price, funding_rate and today: the figures of a perpetual market. Times are seconds. */
import { formatCoins, formatRate, formatTicks } from '@pelican/shared/money';
import type { PerpetualMarketState } from '../../../live/index.ts';
import { dayView } from '../../../live/index.ts';
import { daySeconds, todayFigure } from '../spot/figures.ts';
import { dayRecomputeMs, type FigureKind } from '../streams/figure-stream.ts';

const pricesMs = 1_000;
const fundingRepeatMs = 60_000;

export const perpetualFigures: readonly FigureKind<PerpetualMarketState>[] = [
  todayFigure,
  {
    name: 'market',
    recomputeMs: dayRecomputeMs,
    json: (state) =>
      JSON.stringify({
        period: daySeconds,
        ...dayView(state, Date.now()),
        ...pricesOf(state),
        open_interest: formatCoins(state.openInterestLots, state.market.steps),
      }),
  },
  {
    name: 'mark_price',
    intervalMs: pricesMs,
    json: (state) => JSON.stringify({ ...pricesOf(state), time: state.pricedMs / 1000 }),
  },
  {
    name: 'funding_rate',
    recomputeMs: fundingRepeatMs,
    repeats: true,
    json: (state) => {
      const { funding, market } = state;
      return JSON.stringify({
        current_rate: formatRate(funding.currentRate),
        current_time: funding.currentTimeMs / 1000,
        next_rate: formatRate(funding.nextRate),
        next_time: funding.nextTimeMs / 1000,
        interval: market.settings.fundingIntervalMs / 1000,
        locked: funding.isLocked,
        time: state.fundingMs / 1000,
      });
    },
  },
];

function pricesOf(state: PerpetualMarketState) {
  const { steps } = state.market;
  return { mark_price: formatTicks(state.markTicks, steps), index_price: formatTicks(state.indexTicks, steps) };
}

/** What the list of markets shows of one. */
export function marketPricesJson(state: PerpetualMarketState): string {
  const { last, change, high, low, volume, deal } = dayView(state, Date.now());
  const mark = formatTicks(state.markTicks, state.market.steps);
  return JSON.stringify({ last, mark_price: mark, change, high, low, volume, deal });
}
