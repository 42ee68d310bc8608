import { Button } from '@mantine/core';
import type { DisputeView, OperatorLoan, SaleProblem, SaleView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskLoanQuery } from '../../../api/loans-desk.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { ClaimButton } from '../parts/claim-button.tsx';
import styles from '../parts/detail.module.css';
import { DetailState } from '../parts/list-screen.tsx';
import { DisputeDialog } from './dispute-dialog.tsx';
import { Dispute } from './dispute-view.tsx';
import { type LoanDecision, LoanDialog } from './loan-dialogs.tsx';
import { LoanFacts } from './loan-facts.tsx';
import { Sale } from './sale-view.tsx';
import './messages.ts';

const tones: Record<OperatorLoan['state'], ChipTone> = {
  pending: 'waiting',
  active: 'progress',
  overdue: 'attention',
  liquidating: 'attention',
  repaid: 'done',
  liquidated: 'done',
  defaulted: 'failed',
  written_off: 'failed',
  rejected: 'failed',
  withdrawn: 'done',
  expired: 'done',
};

interface LoanDetailProps {
  id: number;
  /** Called once its dispute is decided. */
  onDisputeDecided?: () => void;
}

/** A loan with its sale and its disputes, and what operators do about it. */
export function LoanDetail({ id, onDisputeDecided }: LoanDetailProps) {
  const { t } = useTranslation('ops-loans');
  const query = useQuery(deskLoanQuery(id));
  return (
    <DetailState query={query} title={t('loan.failed')}>
      {(shown) => (
        <Loaded {...shown} onDecided={() => void query.refetch()} onDisputeDecided={onDisputeDecided ?? (() => {})} />
      )}
    </DetailState>
  );
}

interface LoadedProps {
  loan: OperatorLoan;
  sale: SaleView | null;
  problem: SaleProblem | null;
  disputes: readonly DisputeView[];
  onDecided: () => void;
  onDisputeDecided: () => void;
}

function Loaded({ loan, sale, problem, disputes, onDecided, onDisputeDecided }: LoadedProps) {
  const { t } = useTranslation('ops-loans');
  const [deciding, setDeciding] = useState<LoanDecision | 'dispute'>();
  const open = disputes.find(({ state }) => state === 'open');
  const title = t('loan.title', { id: loan.id });
  const given = { loan, onDecided, onClose: () => setDeciding(undefined) };
  return (
    <article aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <StatusChip tone={tones[loan.state]} label={t(`state.${loan.state}`)} />
        {open && <StatusChip tone="attention" label={t('loans.disputed')} />}
      </div>
      <div className={styles.actions}>
        {open && (
          <>
            <ClaimButton queue="loan_disputes" id={String(loan.id)} />
            <Button onClick={() => setDeciding('dispute')}>{t('dispute.decide')}</Button>
          </>
        )}
        {decisionsOf(loan).map((kind) => (
          <Button key={kind} variant="danger" onClick={() => setDeciding(kind)}>
            {t(`${kind}.open`)}
          </Button>
        ))}
      </div>
      <LoanFacts loan={loan} />
      {disputes.map((one) => (
        <Dispute key={one.id} dispute={one} />
      ))}
      {sale && <Sale loan={loan} sale={sale} problem={problem} />}
      {deciding === 'dispute' && open && <DisputeDialog {...given} dispute={open} onDone={onDisputeDecided} />}
      {deciding && deciding !== 'dispute' && <LoanDialog {...given} decision={deciding} />}
    </article>
  );
}

function decisionsOf({ state, sale_wanted: saleWanted }: OperatorLoan): LoanDecision[] {
  if (state === 'active' || state === 'overdue') {
    if (saleWanted === null) return ['sell'];
    return saleWanted === 'operator' ? ['takeBack'] : [];
  }
  if (state === 'liquidating') return ['endSale'];
  return state === 'defaulted' ? ['writeOff'] : [];
}
