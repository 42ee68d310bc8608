/** Cells that follow the live feed; until its first word they show the figures that came with the list. */
import type { MarketListItem } from '@pelican/shared/contracts/markets/schemas.ts';
import { useMarketState } from '../../live/index.ts';
import { formatCompact, groupingOf } from '../../ui/format.ts';
import styles from '../../ui/market-list.module.css';
import { Change, Price } from '../../ui/numbers.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useFlash } from '../../ui/use-flash.ts';

interface CellProps {
  market: MarketListItem;
}

export function LivePrice({ market }: CellProps) {
  const price = useMarketState(market.name)?.last ?? market.market.price;
  const flash = useFlash<HTMLSpanElement>(price);
  return (
    <span ref={flash} className={styles.price}>
      <Price value={price} decimals={market.price_prec} ticker={market.money} />
    </span>
  );
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
  return (
    <span className="tabular" title={`${volume} ${market.money}`}>
      {formatCompact(volume, groupingOf(market.money))} {market.money}
    </span>
  );
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
