import { useMarkPrice, usePerpetualState } from '../../../live/index.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { FundingLine } from './funding-line.tsx';

/** The live figures of the market on screen; those of the list until the feed has sent some. */
export function usePerpetualFigures() {
  const { name, info } = usePerpetualMarket();
  const live = usePerpetualState(name);
  const prices = useMarkPrice(name);
  const { market } = info;
  return {
    last: live?.last ?? market.price,
    mark: prices?.mark_price ?? info.markPrice,
    index: prices?.index_price ?? info.indexPrice,
    change: live?.change ?? market.change,
    high: live?.high ?? market.high,
    low: live?.low ?? market.low,
    volume: live?.volume ?? market.volume,
    deal: live?.deal ?? market.volumeInMoney,
    openInterest: live?.open_interest ?? info.open_interest,
  };
}

/** The next funding of the market on screen. */
export function MarketFunding() {
  const { name, info } = usePerpetualMarket();
  const { currentRate, currentTime } = info.funding;
  return <FundingLine market={name} listed={{ rate: currentRate, time: currentTime }} />;
}
