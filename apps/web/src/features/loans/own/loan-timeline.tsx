import type { DisputeView, LoanView } from '@pelican/shared/contracts/loans';
import { isRunning } from '@pelican/shared/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { disputesQuery } from '../../../api/loan-disputes.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Money } from '../figures.tsx';
import styles from '../loans.module.css';

interface Step {
  key: string;
  /** Unix seconds; null: when is not known. */
  at: number | null;
  /** Money that moved. */
  amount?: string;
  isAhead?: boolean;
}

/** What has happened to a loan, by the clock, and then what comes next. */
function stepsOf(loan: LoanView, disputes: readonly DisputeView[]): Step[] {
  const { date, date_start, date_end, overdue_at, ended_at, expires_at, state, sale, paymentHistory } = loan;
  const last = paymentHistory?.findLast(({ paid, kind }) => paid !== '0' && kind !== 'waiver' && kind !== 'pledge');
  const past: Step[] = [{ key: 'requested', at: date }];
  if (date_start !== null) past.push({ key: 'begun', at: date_start, amount: loan.payout });
  if (last) past.push({ key: 'paid', at: last.date, amount: last.paid });
  if (overdue_at !== null) past.push({ key: 'overdue', at: overdue_at });
  if (sale) past.push({ key: 'saleBegun', at: sale.date });
  for (const order of sale?.orders ?? [])
    if (order.proceeds !== null) past.push({ key: 'sold', at: order.date, amount: order.proceeds });
  for (const { date: opened, decided_at } of disputes) {
    past.push({ key: 'disputed', at: opened });
    if (decided_at !== null) past.push({ key: 'decided', at: decided_at });
  }
  const steps = past.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  if (expires_at !== null) steps.push({ key: 'expires', at: expires_at, isAhead: true });
  if (isRunning(loan)) {
    if (overdue_at === null && date_end !== null) steps.push({ key: 'due', at: date_end, isAhead: true });
  } else if (state !== 'pending' && state !== 'liquidating') steps.push({ key: `ended.${state}`, at: ended_at });
  return steps;
}

export function LoanTimeline({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const { data } = useQuery({ ...disputesQuery(loan.id), enabled: loan.date_start !== null });
  return (
    <section className={styles.panel} aria-labelledby="loan-timeline">
      <h2 id="loan-timeline">{t('timeline.title')}</h2>
      <ol className={styles.steps}>
        {stepsOf(loan, data?.result ?? []).map(({ key, at, amount, isAhead }) => (
          <li key={`${key} ${at}`} data-ahead={isAhead || undefined}>
            <span>
              {t(`timeline.${key}`)} {amount !== undefined && <Money value={amount} ticker={loan.fiat_ticker} />}
            </span>
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
