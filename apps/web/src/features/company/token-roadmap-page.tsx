import './messages.ts';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../platform/page-title.ts';
import { announcementsPath, tokenPath, tokenUtilityPath } from '../../platform/paths.ts';
import { ActionLink, Band, BandText, Facts, MarketingPage, Steps } from '../../ui/marketing/marketing.tsx';
import styles from './company.module.css';
import { useItems } from './use-items.ts';

/** /token/roadmap: what the token does, and how what comes next is decided. Nothing stands here that is not decided. */
export function Component() {
  const { t } = useTranslation('company');
  usePageTitle(t('roadmap.title'));
  const itemsOf = useItems();
  return (
    <MarketingPage
      title={t('roadmap.heading')}
      lead={t('roadmap.lead')}
      actions={
        <>
          <ActionLink primary to={announcementsPath}>
            {t('roadmap.announcements')}
          </ActionLink>
          <ActionLink to={tokenPath}>{t('utility.token')}</ActionLink>
        </>
      }
    >
      <Band raised title={t('roadmap.today')}>
        <Facts items={itemsOf('roadmap.done')} />
        <div className={styles.more}>
          <ActionLink to={tokenUtilityPath}>{t('token.utility')}</ActionLink>
        </div>
      </Band>
      <Band title={t('roadmap.next')}>
        <BandText>{t('roadmap.nextText')}</BandText>
        <Steps items={itemsOf('roadmap.steps')} />
      </Band>
    </MarketingPage>
  );
}
