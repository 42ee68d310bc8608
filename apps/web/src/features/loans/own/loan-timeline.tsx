import type { LoanView } from '@pelican/shared/contracts/loans';
import { isRunning } from '@pelican/shared/loans';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../ui/format-time.ts';
import styles from '../loans.module.css';

interface Step {
  key: string;
  /** Unix seconds; null: when is not known. */
  at: number | null;
  isAhead?: boolean;
}

/** What has happened to a loan and what comes next, by the clock. */
function stepsOf(loan: LoanView): Step[] {
  const { date, date_start, date_end, overdue_at, expires_at, state } = loan;
  const steps: Step[] = [{ key: 'requested', at: date }];
  if (expires_at !== null) steps.push({ key: 'expires', at: expires_at, isAhead: true });
  if (date_start !== null) steps.push({ key: 'begun', at: date_start });
  const last = loan.paymentHistory?.findLast(({ paid }) => paid !== '0');
  if (isRunning(loan)) {
    if (last) steps.push({ key: 'paid', at: last.date });
    if (overdue_at !== null) steps.push({ key: 'overdue', at: overdue_at });
    else if (date_end !== null) steps.push({ key: 'due', at: date_end, isAhead: true });
  } else if (state !== 'pending') {
    if (overdue_at !== null) steps.push({ key: 'overdue', at: overdue_at });
    steps.push({ key: `ended.${state}`, at: state === 'repaid' ? (last?.date ?? null) : null });
  }
  return steps;
}

export function LoanTimeline({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  return (
    <section className={styles.panel} aria-labelledby="loan-timeline">
      <h2 id="loan-timeline">{t('timeline.title')}</h2>
      <ol className={styles.steps}>
        {stepsOf(loan).map(({ key, at, isAhead }) => (
          <li key={key} data-ahead={isAhead || undefined}>
            <span>{t(`timeline.${key}`)}</span>
            {at !== null && (
              <time className="tabular muted" dateTime={new Date(at * 1000).toISOString()}>
                {formatDateTime(at)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
