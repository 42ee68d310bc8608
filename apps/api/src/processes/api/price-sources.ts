/** Prices of the live view, for the value of withdrawals. */
import { MarketState } from '@pelican/shared/engine/perpetual';
import { formatBigUnits } from '@pelican/shared/money';
import { pivotTicker } from '../../catalog/index.ts';
import { formatPriceUnits, type LivePerpetualData, type SpotVenue } from '../../live/index.ts';
import { type AssetPrice, assetPrice, type PriceSources } from '../../modules/withdrawals/index.ts';

/** An index that has not changed for so long is not of now. */
const indexMs = 5 * 60_000;

type Spot = Pick<SpotVenue, 'view' | 'catalog'>;
type Perpetual = Pick<LivePerpetualData, 'view'>;

/** @param volumeMinUsd as `assetPrice` */
export function livePriceOf(
  spot: Spot,
  perpetual: Perpetual,
  volumeMinUsd: number,
): (ticker: string) => AssetPrice | undefined {
  const sources = livePriceSources(spot, perpetual);
  return (ticker) => assetPrice(ticker, sources, volumeMinUsd);
}

function livePriceSources(spot: Spot, perpetual: Perpetual): PriceSources {
  return {
    market(pair) {
      const market = spot.catalog().marketByName(pair);
      const state = market && spot.view.market(market.id);
      if (!market || !state?.lastPrice) return undefined;
      const { baseScale, quoteScale } = market.scale;
      const day = state.day.figures(Math.floor(Date.now() / 1000));
      return {
        last: formatPriceUnits(state.lastPrice, market),
        day: day && {
          volume: formatBigUnits(day.volume, baseScale),
          money: formatBigUnits(day.money, quoteScale),
        },
      };
    },
    index(ticker) {
      for (const { market, status, indexTicks, pricedMs } of perpetual.view.markets()) {
        const isOfNow = status !== MarketState.stale && indexTicks > 0 && pricedMs > Date.now() - indexMs;
        if (market.base.ticker === ticker && market.settleTicker === pivotTicker && isOfNow)
          return formatPriceUnits(indexTicks * market.scale.priceStepUnits, market);
      }
      return undefined;
    },
  };
}
