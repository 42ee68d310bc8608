import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { favoriteTab } from '../../api/market-tabs.ts';
import { marketsQuery } from '../../api/markets.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { paths } from '../../platform/paths.ts';
import { formatFixed } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { MarketRow, SkeletonRows, useFeedOf } from './market-row.tsx';
import styles from './overview.module.css';
import links from './welcome.module.css';

const favoritesMax = 4;

/** What a signed-in person looks for first: what their assets are worth, and their favourites. */
export function Overview() {
  return (
    <div className={styles.overview}>
      <TotalValue />
      <Favorites />
    </div>
  );
}

function TotalValue() {
  const { t } = useTranslation('welcome');
  const { data, error, refetch } = useQuery(balancesQuery);
  return (
    <section className={styles.panel} aria-labelledby="welcome-total">
      <h2 id="welcome-total">{t('total')}</h2>
      <div className={styles.total}>
        {error && !data ? (
          <ErrorState title={t('totalFailed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <p aria-busy={!data}>
            {data ? (
              <>
                <strong className="tabular">₹{formatFixed(data.totalInr, 2, 'indian')}</strong>
                {data.totalUsd !== undefined && (
                  <span className="muted tabular">≈ ${formatFixed(data.totalUsd, 2)}</span>
                )}
              </>
            ) : (
              <Skeleton width={220} height={36} />
            )}
          </p>
        )}
        <div className={styles.actions}>
          <Link className={links.primary} to={paths.walletList}>
            {t('wallets')}
          </Link>
          <Link className={links.secondary} to={paths.trade}>
            {t('tradeNow')}
          </Link>
        </div>
      </div>
    </section>
  );
}

function Favorites() {
  const { t } = useTranslation('welcome');
  const { data } = useQuery(marketsQuery);
  const favorites = data?.list.filter(({ favorite }) => favorite).slice(0, favoritesMax) ?? [];
  useFeedOf(favorites);
  return (
    <section className={styles.favorites} aria-labelledby="welcome-favorites">
      <header>
        <h2 id="welcome-favorites">{t('favorites')}</h2>
        <Link to={`${paths.market}?tab=${favoriteTab}`}>{t('allFavorites')}</Link>
      </header>
      {data && favorites.length === 0 ? (
        <div className={styles.empty}>
          <EmptyState text={t('noFavorites')} action={<Link to={paths.market}>{t('markets')}</Link>} />
        </div>
      ) : (
        <ul aria-busy={!data}>
          {data ? (
            favorites.map((market) => <MarketRow key={market.name} market={market} closes={market.sparkline} />)
          ) : (
            <SkeletonRows count={favoritesMax} />
          )}
        </ul>
      )}
    </section>
  );
}
