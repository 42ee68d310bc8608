import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../../api/system.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { ActionLink, Band, BandText, Facts, MarketingPage, Steps } from '../../ui/marketing/marketing.tsx';
import styles from './company.module.css';
import { useItems } from './use-items.ts';

/** The stores that have the app, when the exchange names any. */
function Stores() {
  const { t } = useTranslation('company');
  const { data } = useQuery(systemQuery);
  const stores = Object.entries(data?.app_links ?? {});
  if (stores.length === 0) return null;
  return (
    <Band title={t('download.stores')}>
      <ul className={styles.stores}>
        {stores.map(([store, address]) => (
          <li key={store}>
            <a href={address} rel="noopener noreferrer" target="_blank">
              {t(`download.store.${store}`, { defaultValue: store })}
            </a>
          </li>
        ))}
      </ul>
    </Band>
  );
}

/** /download: the exchange as an app, from the browser and from the stores that have it. */
export function Component() {
  const { t } = useTranslation('company');
  usePageTitle(t('download.title'));
  const itemsOf = useItems();
  return (
    <MarketingPage
      title={t('download.heading')}
      lead={t('download.lead')}
      actions={
        <ActionLink primary to={paths.market}>
          {t('about.allMarkets')}
        </ActionLink>
      }
    >
      <Band raised title={t('download.install')}>
        <Facts items={itemsOf('download.ways')} />
      </Band>
      <Stores />
      <div className="from-tablet">
        <Band title={t('download.phone')}>
          <BandText>{t('download.phoneText')}</BandText>
          {/* On white in both themes: not every camera reads one that is light on dark. */}
          <div className={styles.code}>
            <QRCodeSVG value={location.origin} size={160} title={t('download.code', { address: location.host })} />
          </div>
        </Band>
      </div>
      <Band title={t('download.safe')} raised>
        <Steps items={itemsOf('download.safety')} />
      </Band>
    </MarketingPage>
  );
}
