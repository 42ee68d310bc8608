import { frontCurrenciesMax } from '@pelican/shared/contracts/content';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { frontCurrenciesQuery } from '../../api/content.ts';
import { marketsQuery } from '../../api/markets.ts';
import { LiveNote } from '../../connection/late-live-note.ts';
import { paths } from '../../platform/paths.ts';
import { ErrorState } from '../../ui/states.tsx';
import { MarketRow, SkeletonRows, useFeedOf } from './market-row.tsx';
import styles from './welcome.module.css';

/** The markets of the front page, with live prices; the first ones of the server's order where the choice cannot be loaded. */
function useTopMarkets() {
  const markets = useQuery(marketsQuery);
  const currencies = useQuery(frontCurrenciesQuery);
  const { data } = markets;
  const top = useMemo(() => {
    if (!data || currencies.isPending) return undefined;
    const chosen = currencies.data?.result.flatMap(({ name, klineData: closes }) => {
      const market = data.byName.get(name);
      return market ? [{ market, closes }] : [];
    });
    return chosen ?? data.list.slice(0, frontCurrenciesMax).map((market) => ({ market, closes: market.sparkline }));
  }, [data, currencies.isPending, currencies.data]);
  return { top, error: data ? null : markets.error, refetch: markets.refetch };
}

export function TopMarkets() {
  const { t } = useTranslation('welcome');
  const { top, error, refetch } = useTopMarkets();
  useFeedOf(top?.map(({ market }) => market) ?? []);
  return (
    <section className={styles.markets} aria-labelledby="top-markets">
      <header>
        <h2 id="top-markets">{t('top')}</h2>
        <Link to={paths.market}>{t('markets')}</Link>
      </header>
      {error ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul aria-busy={!top}>
          {top ? (
            top.map(({ market, closes }) => <MarketRow key={market.name} market={market} closes={closes} />)
          ) : (
            <SkeletonRows count={frontCurrenciesMax} />
          )}
        </ul>
      )}
      <LiveNote />
    </section>
  );
}
