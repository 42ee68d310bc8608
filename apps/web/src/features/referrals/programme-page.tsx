import { claimDays, kycDays, referralShare, rewardTds } from '@pelican/shared/contracts/referrals';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import english from './locales/en.json';
import styles from './programme.module.css';

addMessages('referrals', english);

const percent = Number(referralShare) * 100;
const terms = { percent, example: percent, kycDays, claimDays, tds: Number(rewardTds) * 100 };

/** The referral programme for visitors: what it gives, how, and under which terms. */
export function Component() {
  const { t } = useTranslation('referrals');
  usePageTitle(t('title'));
  const { isSignedIn } = useSession();
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <h1>{t('programme.title')}</h1>
        <p className={styles.lead}>{t('programme.lead', terms)}</p>
        <div className={styles.actions}>
          <Link className={styles.primary} to={isSignedIn ? paths.referrals : paths.signUp}>
            {t(isSignedIn ? 'programme.own' : 'programme.signUp')}
          </Link>
          <Link className={styles.secondary} to={paths.terms}>
            {t('programme.terms')}
          </Link>
        </div>
      </section>
      <section className={styles.band} aria-labelledby="referral-how">
        <h2 id="referral-how">{t('programme.how')}</h2>
        <ol className={styles.steps}>
          {(['share', 'verify', 'claim'] as const).map((step) => (
            <li key={step}>
              <strong>{t(`programme.step.${step}.title`)}</strong>
              <p className="muted">{t(`programme.step.${step}.text`, terms)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.plain} aria-labelledby="referral-know">
        <h2 id="referral-know">{t('programme.know')}</h2>
        <dl className={styles.facts}>
          {(['verified', 'fees', 'tax'] as const).map((fact) => (
            <div key={fact}>
              <dt>{t(`programme.fact.${fact}.title`)}</dt>
              <dd className="muted">{t(`programme.fact.${fact}.text`, terms)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
