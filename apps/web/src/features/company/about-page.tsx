import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { marketsQuery } from '../../api/markets.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths, reservesPath } from '../../platform/paths.ts';
import { ActionLink, Band, BandText, Facts, MarketingPage } from '../../ui/marketing/marketing.tsx';
import styles from './company.module.css';
import { useItems } from './use-items.ts';

/** /about-us: what the exchange is and how it works. */
export function Component() {
  const { t } = useTranslation('company');
  usePageTitle(t('about.title'));
  const itemsOf = useItems();
  const { data } = useQuery(marketsQuery);
  const count = data?.list.length;
  return (
    <MarketingPage
      title={t('about.heading')}
      lead={t('about.lead')}
      actions={
        <>
          <ActionLink primary to={paths.market}>
            {count ? t('about.markets', { count }) : t('about.allMarkets')}
          </ActionLink>
          <ActionLink to={paths.fees}>{t('about.fees')}</ActionLink>
        </>
      }
    >
      <Band raised title={t('about.offer')}>
        <Facts items={itemsOf('about.offers')} />
      </Band>
      <Band title={t('about.how')}>
        <Facts items={itemsOf('about.hows')} />
        <div className={styles.more}>
          <ActionLink to={reservesPath}>{t('about.reserves')}</ActionLink>
        </div>
      </Band>
      <Band raised title={t('about.reach')}>
        <BandText>{t('about.reachText')}</BandText>
        <div className={styles.more}>
          <ActionLink to={paths.support}>{t('about.support')}</ActionLink>
        </div>
      </Band>
    </MarketingPage>
  );
}
