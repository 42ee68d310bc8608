import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { systemQuery } from '../../api/system.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { reservesPath, tokenRoadmapPath, tokenUtilityPath, tradePath } from '../../platform/paths.ts';
import { ActionLink, Band, Facts, MarketingPage } from '../../ui/marketing/marketing.tsx';
import { Change, Price } from '../../ui/numbers.tsx';
import { pairText } from '../../ui/pair.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './company.module.css';
import { useItems } from './use-items.ts';

/** Where the token trades, at the prices of the list. */
function Markets({ ticker }: { ticker: string | undefined }) {
  const { t } = useTranslation('company');
  const { data, error, refetch } = useQuery(marketsQuery);
  if (error && !data) return <ErrorState title={t('token.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data || ticker === undefined) return <Skeleton width="100%" height={120} />;
  const markets = data.list.filter(({ stock }) => stock === ticker);
  if (markets.length === 0) return <EmptyState text={t('token.noMarket')} />;
  return (
    <ul className={styles.markets}>
      {markets.map(({ name, money, price_prec, market }) => (
        <li key={name}>
          <Link to={tradePath(name)}>{pairText(name)}</Link>
          <Price value={market.price} decimals={price_prec} ticker={money} />
          <Change value={market.change} />
        </li>
      ))}
    </ul>
  );
}

/** /token: the service token of the exchange. */
export function Component() {
  const { t } = useTranslation('company');
  usePageTitle(t('token.title'));
  const itemsOf = useItems();
  const { data: system } = useQuery(systemQuery);
  return (
    <MarketingPage
      title={t('token.heading')}
      lead={t('token.lead')}
      actions={
        <>
          <ActionLink primary to={tokenUtilityPath}>
            {t('token.utility')}
          </ActionLink>
          <ActionLink to={tokenRoadmapPath}>{t('roadmap.title')}</ActionLink>
        </>
      }
    >
      <Band raised title={t('token.markets')}>
        <Markets ticker={system?.service_ticker} />
      </Band>
      <Band title={t('token.what')}>
        <Facts items={itemsOf('token.facts')} />
        <div className={styles.more}>
          <ActionLink to={reservesPath}>{t('about.reserves')}</ActionLink>
        </div>
      </Band>
    </MarketingPage>
  );
}
