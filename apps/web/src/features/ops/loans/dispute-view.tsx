import type { DisputeView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { Attachments } from '../../../conversation/attachments.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import detail from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import styles from './loans.module.css';
import './messages.ts';

/** A dispute with what both sides have shown: the lender's on the left, the borrower's on the right. */
export function Dispute({ dispute }: { dispute: DisputeView }) {
  const { t } = useTranslation('ops-loans');
  const { reason, state, date, evidence } = dispute;
  const title = t('dispute.title', { reason: t(`reason.${reason}`) });
  return (
    <section className={detail.part} aria-label={title}>
      <h3>
        {title} <StatusChip tone={state === 'open' ? 'waiting' : 'done'} label={t(`dispute.state.${state}`)} />
      </h3>
      <Facts
        rows={[
          [t('dispute.openedBy'), t(`side.${dispute.opened_by}`)],
          [t('dispute.openedAt'), <WholeMoment key="date" seconds={date} />],
          [t('dispute.lenderDays'), daysText(dispute.lender_days)],
          [t('dispute.borrowerDays'), daysText(dispute.borrower_days)],
          ...(dispute.decision === null ? [] : ([[t('dispute.decision'), t(`decision.${dispute.decision}`)]] as const)),
          ...(dispute.decided_at === null
            ? []
            : ([[t('dispute.decidedAt'), <WholeMoment key="decided" seconds={dispute.decided_at} />]] as const)),
        ]}
      />
      {evidence.length === 0 ? (
        <p className="hint">{t('dispute.noEvidence')}</p>
      ) : (
        <ol className={styles.evidence} aria-label={t('dispute.evidence')}>
          {evidence.map((one) => (
            <li key={one.id} data-by={one.by}>
              <span className="hint">
                {t(`side.${one.by}`)}, <WholeMoment seconds={one.date} />
              </span>
              <p>{one.text}</p>
              <Attachments
                files={one.files}
                pathOf={(file) => `/v2/ops/p2p/loans/${dispute.loan_id}/files/${encodeURIComponent(file)}`}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );

  function daysText(days: number | null): string {
    return days === null ? t('dispute.noDays') : t('dispute.days', { count: days });
  }
}
