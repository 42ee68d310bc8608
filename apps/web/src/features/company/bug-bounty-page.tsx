import './messages.ts';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { ActionLink, Band, BandText, Facts, MarketingPage, Steps } from '../../ui/marketing/marketing.tsx';
import styles from './company.module.css';
import { useItems } from './use-items.ts';

/** US dollars by tier. */
const rewards = { high: 500, medium: 300 };

/** /bug-bounty: what is paid for faults that are reported, and under which rules. */
export function Component() {
  const { t } = useTranslation('company');
  usePageTitle(t('bounty.title'));
  const itemsOf = useItems();
  return (
    <MarketingPage
      title={t('bounty.heading')}
      lead={t('bounty.lead')}
      actions={
        <ActionLink primary to={paths.support}>
          {t('bounty.report')}
        </ActionLink>
      }
    >
      <Band raised title={t('bounty.tiers')}>
        <ul className={styles.tiers}>
          {(['high', 'medium'] as const).map((tier) => (
            <li key={tier}>
              <strong className={styles.reward}>{t('bounty.reward', { amount: rewards[tier] })}</strong>
              <h3>{t(`bounty.tier.${tier}.title`)}</h3>
              <p className="muted">{t(`bounty.tier.${tier}.text`)}</p>
            </li>
          ))}
        </ul>
        <BandText>{t('bounty.below')}</BandText>
      </Band>
      <Band title={t('bounty.scope')}>
        <Facts items={itemsOf('bounty.scopes')} />
      </Band>
      <Band raised title={t('bounty.how')}>
        <Steps items={itemsOf('bounty.steps')} />
      </Band>
      <Band title={t('bounty.harbour')}>
        <BandText>{t('bounty.harbourText')}</BandText>
      </Band>
    </MarketingPage>
  );
}
