import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useMarketFeed, useMarketState } from '../../live/index.ts';
import { tradePath } from '../../platform/paths.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { Change, Price } from '../../ui/numbers.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import styles from './market-row.module.css';

/** The feed of the markets whose rows a part of the page shows. */
export function useFeedOf(markets: readonly MarketListItem[]): void {
  const names = markets.map(({ name }) => name).join(' ');
  useMarketFeed(useMemo(() => (names === '' ? [] : names.split(' ')), [names]));
}

/** A market with its price as it is now; who shows it asks for its feed by `useFeedOf`. @param closes of the last day, hour by hour */
export function MarketRow({ market, closes }: { market: MarketListItem; closes: readonly string[] }) {
  const live = useMarketState(market.name);
  const price = live?.last ?? market.market.price;
  const change = live?.change ?? market.market.change;
  const flash = useFlash<HTMLSpanElement>(price);
  return (
    <li>
      <Link to={tradePath(market.name)} className={styles.market}>
        <CoinIcon ticker={market.stock} size={28} />
        <span className={styles.pair}>
          <strong>{market.stock}</strong>
          <span className="hint"> / {market.money}</span>
        </span>
        <span className={styles.spark}>
          <Sparkline closes={closes} last={price} change={change} width={88} height={28} />
        </span>
        <span className={styles.figures}>
          <span ref={flash}>
            <Price value={price} decimals={market.price_prec} ticker={market.money} />
          </span>
          <Change value={change} />
        </span>
      </Link>
    </li>
  );
}

/** Rows of the same height while the markets load. */
export function SkeletonRows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows are alike and never reordered
    <li key={index} className={styles.market} aria-hidden>
      <Skeleton width={28} height={28} />
      <Skeleton width={96} height={16} />
      <span />
      <Skeleton width={84} height={28} />
    </li>
  ));
}
