import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { SettingsPage } from '../../ui/settings-section.tsx';
import { TabBar } from '../../ui/tab-bar.tsx';
import english from './locales/en.json';
import { Overview } from './overview.tsx';
import { Accruals, Claims, Friends } from './referral-lists.tsx';
import styles from './referrals.module.css';

addMessages('referrals', english);

const tabs = ['overview', 'friends', 'accruals', 'claims'] as const;
type Tab = (typeof tabs)[number];

/** Each tab has an address of its own. */
const pathOf: Record<Tab, string> = {
  overview: paths.referrals,
  friends: paths.currentReferrals,
  accruals: paths.referralAccruals,
  claims: paths.referralClaims,
};

const contents: Record<Tab, ComponentType> = {
  overview: Overview,
  friends: Friends,
  accruals: Accruals,
  claims: Claims,
};

const panelId = 'referrals';

/** Inviting friends, and what their fees have earned. */
export function Component() {
  const { t } = useTranslation('referrals');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tab = tabs.find((name) => pathname.endsWith(pathOf[name])) ?? 'overview';
  const Content = contents[tab];
  usePageTitle(t('title'));
  return (
    <SettingsPage title={t('title')} wide>
      <TabBar
        label={t('title')}
        controls={panelId}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) => void navigate(pathOf[next as Tab])}
      />
      <div id={panelId} role="tabpanel" aria-label={t(`tab.${tab}`)} className={styles.panel}>
        <Content key={tab} />
      </div>
    </SettingsPage>
  );
}
