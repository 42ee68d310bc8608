/** /user/p2p-history/{id}: one request or loan, for both of its sides. */
import type { LoanView } from '@pelican/shared/contracts/loans';
import { isRunning } from '@pelican/shared/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.ts';
import { loanQuery } from '../../../api/loans.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { loansHistoryPath, paths } from '../../../platform/paths.ts';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Disputes } from '../disputes/disputes.tsx';
import styles from '../loans.module.css';
import { LoansGate } from '../loans-gate.tsx';
import '../messages.ts';
import { LoanActions } from './loan-actions.tsx';
import { LoanFacts } from './loan-facts.tsx';
import { LoanHealth } from './loan-health.tsx';
import { LoanStateChip } from './loan-state.tsx';
import { LoanTimeline } from './loan-timeline.tsx';
import { OtherSide } from './other-side.tsx';
import { Payments } from './payments.tsx';
import { Sale } from './sale.tsx';

export function Component() {
  const { id = '' } = useParams();
  if (!/^\d{1,15}$/.test(id)) return <Navigate to={paths.notFound} replace />;
  return (
    <LoansGate>
      <LoanPage key={id} id={Number(id)} />
    </LoansGate>
  );
}

function LoanPage({ id }: { id: number }) {
  const { t } = useTranslation('loans');
  usePageTitle(t('loan.number', { id }));
  const { data, error, refetch } = useQuery(loanQuery(id));
  if (error instanceof ApiError && error.code === 'loan_not_found') return <Navigate to={paths.notFound} replace />;
  if (error && !data) return <ErrorState title={t('loan.failed')} error={error} onRetry={() => void refetch()} />;
  return data ? <Loan loan={data} /> : <PageSkeleton />;
}

function Loan({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const { id, state } = loan;
  return (
    <div className={styles.stack}>
      <Link className={styles.back} to={loansHistoryPath}>
        {t('loan.back')}
      </Link>
      <header className={styles.panelHead}>
        <div>
          <h1>{t('loan.number', { id })}</h1>
          <p className="muted">
            <OtherSide loan={loan} />
          </p>
        </div>
        <LoanStateChip state={state} />
      </header>
      <LoanActions loan={loan} />
      {(isRunning(loan) || state === 'pending') && <LoanHealth loan={loan} />}
      <div className={styles.halves}>
        <LoanFacts loan={loan} />
        <LoanTimeline loan={loan} />
      </div>
      {loan.sale && <Sale sale={loan.sale} loan={loan} />}
      <Payments loan={loan} />
      {loan.date_start !== null && <Disputes loan={loan} />}
    </div>
  );
}
