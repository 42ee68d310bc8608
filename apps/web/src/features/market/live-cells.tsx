/** Cells that follow the live feed; until its first word they show the figures that came with the list. */
import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { useMarketState } from '../../live/index.ts';
import { FlashingPrice, MoneyVolume } from '../../ui/market-cells.tsx';
import { Change, Price } from '../../ui/numbers.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';

interface CellProps {
  market: MarketListItem;
}

export function LivePrice({ market }: CellProps) {
  const price = useMarketState(market.name)?.last ?? market.market.price;
  return <FlashingPrice market={market} price={price} />;
}

export function LiveChange({ market }: CellProps) {
  return <Change value={useMarketState(market.name)?.change ?? market.market.change} />;
}

export function LiveHigh({ market }: CellProps) {
  const high = useMarketState(market.name)?.high ?? market.market.high;
  return <Price value={high} decimals={market.price_prec} ticker={market.money} />;
}

export function LiveLow({ market }: CellProps) {
  const low = useMarketState(market.name)?.low ?? market.market.low;
  return <Price value={low} decimals={market.price_prec} ticker={market.money} />;
}

export function LiveVolume({ market }: CellProps) {
  const volume = useMarketState(market.name)?.deal ?? market.market.volumeInMoney;
  return <MoneyVolume volume={volume} money={market.money} />;
}

/** The day of the market as a line. */
export function LiveSparkline({ market }: CellProps) {
  const live = useMarketState(market.name);
  return (
    <Sparkline
      closes={market.sparkline}
      last={live?.last ?? market.market.price}
      change={live?.change ?? market.market.change}
    />
  );
}
