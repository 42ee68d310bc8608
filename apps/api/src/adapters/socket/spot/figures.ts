/** price, state and today: the figures of a spot market. */

import type { MarketState } from '../../../live/index.ts';
import { dayView, formatPriceUnits, todayView } from '../../../live/index.ts';
import { dayRecomputeMs, type FigureKind } from '../streams/figure-stream.ts';

export const daySeconds = 86_400;

export const todayFigure: FigureKind<MarketState> = {
  name: 'today',
  recomputeMs: dayRecomputeMs,
  json: (state) => JSON.stringify(todayView(state, Date.now())),
};

/** The figures of 24 hours, to the minute. */
export const dayJson = (state: MarketState): string =>
  JSON.stringify({ period: daySeconds, ...dayView(state, Date.now()) });

export const spotFigures: readonly FigureKind<MarketState>[] = [
  {
    name: 'price',
    json: (state) => (state.lastPrice === 0 ? undefined : `"${formatPriceUnits(state.lastPrice, state.market)}"`),
  },
  { name: 'state', recomputeMs: dayRecomputeMs, json: dayJson },
  todayFigure,
];
