import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loansHistoryQuery } from '../../../api/loans.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { lenderPath, loansPath } from '../../../platform/paths.ts';
import styles from '../loans.module.css';
import { LoansGate } from '../loans-gate.tsx';
import '../messages.ts';
import { LoanTable } from '../own/loan-table.tsx';
import { useOffset } from '../use-offset.ts';
import { LoansExport } from './loans-export.tsx';

/** Requests and loans of one side that have ended. */
export function CreditHistory({ side }: { side: 'lend' | 'borrow' }) {
  const { t } = useTranslation('loans');
  const title = t(`creditHistory.${side}`);
  usePageTitle(title);
  return (
    <LoansGate>
      <div className={styles.page}>
        <Link className={styles.back} to={side === 'lend' ? lenderPath : loansPath}>
          {t(side === 'lend' ? 'lender.back' : 'backToLoans')}
        </Link>
        <header className={styles.panelHead}>
          <h1>{title}</h1>
          <LoansExport role={side} />
        </header>
        <Ended side={side} caption={title} />
      </div>
    </LoansGate>
  );
}

function Ended({ side, caption }: { side: 'lend' | 'borrow'; caption: string }) {
  const { t } = useTranslation('loans');
  const { page, onPage } = useOffset('offset');
  const query = useQuery(loansHistoryQuery({ ...page, role: side, tab: 'finished' }));
  return <LoanTable caption={caption} empty={t('empty.finished')} query={query} page={page} onPage={onPage} />;
}
