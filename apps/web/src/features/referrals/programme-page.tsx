import { claimDays, kycDays, referralShare, rewardTds } from '@pelican/shared/contracts/referrals';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { ActionLink, Band, Facts, MarketingPage, Steps } from '../../ui/marketing/marketing.tsx';
import english from './locales/en.json';

addMessages('referrals', english);

const percent = Number(referralShare) * 100;
const terms = { percent, example: percent, kycDays, claimDays, tds: Number(rewardTds) * 100 };

/** The referral programme for visitors: what it gives, how, and under which terms. */
export function Component() {
  const { t } = useTranslation('referrals');
  usePageTitle(t('title'));
  const { isSignedIn } = useSession();
  const itemsOf = (group: string, names: readonly string[]) =>
    names.map((name) => ({
      title: t(`programme.${group}.${name}.title`),
      text: t(`programme.${group}.${name}.text`, terms),
    }));
  return (
    <MarketingPage
      title={t('programme.title')}
      lead={t('programme.lead', terms)}
      actions={
        <>
          <ActionLink primary to={isSignedIn ? paths.referrals : paths.signUp}>
            {t(isSignedIn ? 'programme.own' : 'programme.signUp')}
          </ActionLink>
          <ActionLink to={paths.terms}>{t('programme.terms')}</ActionLink>
        </>
      }
    >
      <Band raised title={t('programme.how')}>
        <Steps items={itemsOf('step', ['share', 'verify', 'claim'])} />
      </Band>
      <Band title={t('programme.know')}>
        <Facts items={itemsOf('fact', ['verified', 'fees', 'tax'])} />
      </Band>
    </MarketingPage>
  );
}
