/** The front page: what the exchange is, its busiest markets, and the next steps of a new account. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { useSession } from '../../api/session.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { LatestAnnouncements } from './latest-announcements.tsx';
import english from './locales/en.json';
import { NextSteps } from './next-steps.tsx';
import { TopMarkets } from './top-markets.tsx';
import styles from './welcome.module.css';

addMessages('welcome', english);

export function Component() {
  const { t } = useTranslation('welcome');
  usePageTitle(null);
  const { isSignedIn } = useSession();
  const { data } = useQuery(marketsQuery);
  const marketCount = data?.list.length;
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>{t(isSignedIn ? 'home' : 'title')}</h1>
          {isSignedIn ? <NextSteps /> : <p className={styles.lead}>{t('lead')}</p>}
          <div className={styles.actions}>
            {!isSignedIn && (
              <Link className={styles.primary} to={paths.signUp}>
                {t('signUp')}
              </Link>
            )}
            <Link className={styles.secondary} to={paths.market}>
              {marketCount ? t('allMarkets', { count: marketCount }) : t('markets')}
            </Link>
          </div>
        </div>
        <TopMarkets />
      </section>
      <section className={styles.band} aria-labelledby="welcome-why">
        <h2 id="welcome-why">{t('why')}</h2>
        <dl className={styles.facts}>
          {(['book', 'charges', 'safe'] as const).map((fact) => (
            <div key={fact}>
              <dt>{t(`fact.${fact}.title`)}</dt>
              <dd className="muted">{t(`fact.${fact}.text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <LatestAnnouncements />
    </div>
  );
}
