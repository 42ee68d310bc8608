/** The front page: what the exchange is and its markets, or what a signed-in person has; below it what operators publish. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { useSession } from '../../api/session.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Coming } from './coming.tsx';
import english from './locales/en.json';
import { Overview } from './overview.tsx';
import { TopMarkets } from './top-markets.tsx';
import styles from './welcome.module.css';

addMessages('welcome', english);

/** Its code is not part of the first view. */
const FrontBands = lazyPart(async () => (await import('./front-bands.tsx')).FrontBands, { placeholder: <Coming /> });

export function Component() {
  const { t } = useTranslation('welcome');
  usePageTitle(null);
  const { isSignedIn } = useSession();
  return (
    <div className={styles.page}>
      {isSignedIn ? (
        <section className={styles.home}>
          <h1>{t('home')}</h1>
          <Overview />
          <TopMarkets />
        </section>
      ) : (
        <section className={styles.hero}>
          <div className={styles.words}>
            <h1>{t('title')}</h1>
            <Lead />
          </div>
          <TopMarkets />
        </section>
      )}
      <FrontBands />
    </div>
  );
}

function Lead() {
  const { t } = useTranslation('welcome');
  const { data } = useQuery(marketsQuery);
  const count = data?.list.length;
  return (
    <>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.actions}>
        <Link className={styles.primary} to={paths.signUp}>
          {t('signUp')}
        </Link>
        <Link className={styles.secondary} to={paths.market}>
          {count ? t('allMarkets', { count }) : t('markets')}
        </Link>
      </div>
    </>
  );
}
