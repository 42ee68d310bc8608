import { Button } from '@mantine/core';
import type { DisputeView, LoanView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disputeFilePath, disputesQuery } from '../../../api/loan-disputes.ts';
import { Attachments } from '../../../conversation/attachments.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../loans.module.css';
import { AgreeToExtension } from './agree-to-extension.tsx';
import { DisputeDialog } from './dispute-dialog.tsx';
import disputeStyles from './disputes.module.css';
import { EvidenceForm } from './evidence-form.tsx';
import english from './locales/en.json';

addMessages('loans-disputes', english);

/** The disputes about a loan that has begun, and the way to open one. */
export function Disputes({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans-disputes');
  const [isOpening, setIsOpening] = useState(false);
  const { data, error, refetch } = useQuery(disputesQuery(loan.id));
  const hasOpen = data?.result.some(({ state }) => state === 'open') ?? loan.dispute;
  return (
    <section className={styles.panel} aria-labelledby="loan-disputes">
      <div className={styles.panelHead}>
        <h2 id="loan-disputes">{t('title')}</h2>
        {!hasOpen && (
          <Button variant="default" onClick={() => setIsOpening(true)}>
            {t('open')}
          </Button>
        )}
      </div>
      {error && !data ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={20} />
      ) : data.result.length === 0 ? (
        <p className="muted">{t('none')}</p>
      ) : (
        data.result.map((dispute) => <Dispute key={dispute.id} dispute={dispute} loan={loan} />)
      )}
      {isOpening && <DisputeDialog loanId={loan.id} onClose={() => setIsOpening(false)} />}
    </section>
  );
}

function Dispute({ dispute, loan }: { dispute: DisputeView; loan: LoanView }) {
  const { t } = useTranslation('loans-disputes');
  const { id, reason, state, opened_by, date, decision, decided_at, evidence } = dispute;
  const sayer = (by: 'lend' | 'borrow') => t(by === loan.role ? 'you' : `side.${by}`);
  return (
    <article className={disputeStyles.dispute} aria-label={t('named', { id })}>
      <div className={styles.panelHead}>
        <h3>{t(`reason.${reason}`)}</h3>
        <StatusChip tone={state === 'open' ? 'attention' : 'done'} label={t(`state.${state}`)} />
      </div>
      <p className="hint">{t('openedBy', { who: sayer(opened_by), when: formatDateTime(date) })}</p>
      <ol className={disputeStyles.evidence} aria-label={t('evidence')}>
        {evidence.map(({ id: piece, by, text, date: said, files }) => (
          <li key={piece} data-own={by === loan.role || undefined}>
            <span className="hint">
              {sayer(by)}, {formatDateTime(said)}
            </span>
            <p>{text}</p>
            <Attachments files={files} pathOf={(file) => disputeFilePath(loan.id, file)} />
          </li>
        ))}
      </ol>
      {decision !== null && decided_at !== null && (
        <p>
          <strong>{t(`decision.${decision}`)}</strong> {t('decidedAt', { when: formatDateTime(decided_at) })}
        </p>
      )}
      {state === 'open' && (
        <>
          <EvidenceForm loanId={loan.id} />
          {loan.state === 'active' && <AgreeToExtension loan={loan} dispute={dispute} />}
        </>
      )}
    </article>
  );
}
