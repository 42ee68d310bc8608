import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { useMarketFeed, useMarketState } from '../../live/index.ts';
import { paths, tradePath } from '../../platform/paths.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { Change, Price } from '../../ui/numbers.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import styles from './welcome.module.css';

const shownMax = 6;

function Row({ market }: { market: MarketListItem }) {
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
          <Sparkline closes={market.sparkline} last={price} change={change} width={88} height={28} />
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

function SkeletonRows() {
  return Array.from({ length: shownMax }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows are alike and never reordered
    <li key={index} className={styles.market} aria-hidden>
      <Skeleton width={28} height={28} />
      <Skeleton width={96} height={16} />
      <span />
      <Skeleton width={84} height={28} />
    </li>
  ));
}

/** The first markets of the server's order, with live prices. */
export function TopMarkets() {
  const { t } = useTranslation('welcome');
  const { data, error, refetch } = useQuery(marketsQuery);
  const top = useMemo(() => data?.list.slice(0, shownMax), [data]);
  const names = top?.map((market) => market.name).join(' ') ?? '';
  useMarketFeed(useMemo(() => (names === '' ? [] : names.split(' ')), [names]));
  return (
    <section className={styles.markets} aria-labelledby="top-markets">
      <header>
        <h2 id="top-markets">{t('top')}</h2>
        <Link to={paths.market}>{t('markets')}</Link>
      </header>
      {error && !data ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul aria-busy={!top}>
          {top ? top.map((market) => <Row key={market.name} market={market} />) : <SkeletonRows />}
        </ul>
      )}
    </section>
  );
}
