import { lazyPart } from '../../ui/lazy-part.tsx';
import { type MarketListProps, MarketRows } from './market-rows.tsx';

/** What draws only the rows near the screen comes where there are more than these. */
const drawnWhole = 100;
/** More than fit on a screen. */
const drawnFirst = 30;

const LongMarketTable = lazyPart(
  () => import('./long-market-table.tsx').then((module) => module.LongMarketTable),
  { placeholder: ({ markets, ...rest }: MarketListProps) => <MarketRows {...rest} markets={markets?.slice(0, drawnFirst)} /> },
);

export function MarketTable(props: MarketListProps) {
  const isLong = (props.markets?.length ?? 0) > drawnWhole;
  return isLong ? <LongMarketTable {...props} /> : <MarketRows {...props} />;
}
