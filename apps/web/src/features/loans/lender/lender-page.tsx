/** /p2p-loans/admin: a lender's own desk. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loansHistoryQuery } from '../../../api/loans.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { lenderHistoryPath, loansPath, newOfferPath } from '../../../platform/paths.ts';
import { LoanNeeds } from '../loan-needs.tsx';
import styles from '../loans.module.css';
import { LoansGate } from '../loans-gate.tsx';
import '../messages.ts';
import { OwnOffers } from '../offers/own-offers.tsx';
import { Overview } from '../overview.tsx';
import { answerByKey } from '../own/decision-keys.ts';
import { LoanList } from '../own/loan-list.tsx';
import { LoanTable } from '../own/loan-table.tsx';
import { OpenRequests } from '../own/open-requests.tsx';
import { useOffset } from '../use-offset.ts';
import { Funds } from './funds.tsx';

export function Component() {
  const { t } = useTranslation('loans');
  usePageTitle(t('lender.title'));
  return (
    <LoansGate>
      <div className={styles.page}>
        <Link className={styles.back} to={loansPath}>
          {t('backToLoans')}
        </Link>
        <header className={styles.head}>
          <div>
            <h1>{t('lender.title')}</h1>
            <p className="muted">{t('lender.about')}</p>
          </div>
          <nav className={styles.links} aria-label={t('more')}>
            <Link to={lenderHistoryPath}>{t('link.lenderHistory')}</Link>
          </nav>
        </header>
        <div className={`${styles.actions} ${styles.thumb}`}>
          <Link className={styles.button} to={newOfferPath}>
            {t('lender.create')}
          </Link>
        </div>
        <LoanNeeds side="create" />
        <Overview side="lend" />
        <Funds />
        <Waiting />
        <LoanList name="given" />
        <OpenRequests />
        <OwnOffers />
      </div>
    </LoansGate>
  );
}

/** Requests that wait for an answer, of all offers, those that have waited longest first. Keys answer the one that has the focus. */
function Waiting() {
  const { t } = useTranslation('loans');
  const { page, onPage } = useOffset('waiting');
  const query = useQuery(loansHistoryQuery({ ...page, role: 'lend', tab: 'waiting' }));
  return (
    <section role="group" aria-labelledby="waiting" onKeyDown={answerByKey}>
      <h2 id="waiting" className={styles.listTitle}>{t('list.waiting')}</h2>
      <LoanTable
        caption={t('list.waiting')}
        empty={t('empty.waiting')}
        query={query}
        page={page}
        onPage={onPage}
        withDecisions
      />
      {query.data && query.data.count > 0 && <p className={`hint ${styles.keys}`}>{t('lender.keys')}</p>}
    </section>
  );
}
