import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loanCurrenciesQuery } from '../../api/loans.ts';
import { useSession } from '../../api/session.ts';
import { loansPath } from '../../platform/paths.ts';
import { LoanNeeds } from './loan-needs.tsx';
import styles from './loans.module.css';
import { Overview } from './overview.tsx';
import { LoanList } from './own/loan-list.tsx';
import { OfferList } from './search/offer-list.tsx';
import { SearchForm } from './search/search-form.tsx';
import { useOfferSearch } from './search/use-offer-search.ts';
import { Wallets } from './wallets.tsx';

const openRequestPath = `${loansPath}?tab=borrow&request=new`;

/** The search for offers; for who is signed in also own requests and loans. */
export function BorrowTab() {
  const { t } = useTranslation('loans');
  const { isSignedIn } = useSession();
  const { data: currencies } = useQuery(loanCurrenciesQuery);
  const state = useOfferSearch();
  return (
    <>
      <LoanNeeds side="take" />
      <Overview side="borrow" />
      <section>
        <h2 className={styles.listTitle}>{t('search.heading')}</h2>
        <SearchForm state={state} currencies={currencies} />
      </section>
      <OfferList state={state} />
      {isSignedIn && (
        <>
          <div>
            <Link className={styles.quiet} to={openRequestPath}>
              {t('openRequest.open')}
            </Link>
          </div>
          <LoanList name="taken" />
          <LoanList name="requests" />
          <Wallets side="borrow" />
        </>
      )}
    </>
  );
}
