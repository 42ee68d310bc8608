import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { loansPath, signInPath } from '../../platform/paths.ts';
import { LoanNeeds } from './loan-needs.tsx';
import styles from './loans.module.css';
import { NewOffer } from './offers/new-offer.tsx';
import { OwnOffers } from './offers/own-offers.tsx';
import { Overview } from './overview.tsx';
import { LoanList } from './own/loan-list.tsx';
import { OpenRequests } from './own/open-requests.tsx';
import { Wallets } from './wallets.tsx';

const steps = ['offer', 'decide', 'earn'] as const;

/** Making an offer; own offers that are open, and loans given. */
export function LendTab() {
  const { isSignedIn } = useSession();
  return (
    <>
      <LoanNeeds side="create" />
      <Overview side="lend" />
      {isSignedIn ? (
        <>
          <NewOffer />
          <OwnOffers onlyActive />
          <OpenRequests />
          <LoanList name="given" />
          <Wallets side="lend" />
        </>
      ) : (
        <ForVisitors />
      )}
    </>
  );
}

function ForVisitors() {
  const { t } = useTranslation('loans');
  return (
    <section className={styles.stack}>
      <ol className={styles.stack}>
        {steps.map((step) => (
          <li key={step}>
            <strong>{t(`visitor.${step}.title`)}</strong>
            <p className="muted">{t(`visitor.${step}.text`)}</p>
          </li>
        ))}
      </ol>
      <p>{t('risk')}</p>
      <div>
        <Link className={styles.button} to={signInPath(loansPath)}>
          {t('visitor.signIn')}
        </Link>
      </div>
    </section>
  );
}
