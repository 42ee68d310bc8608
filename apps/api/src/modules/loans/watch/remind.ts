/** Borrowers are reminded three days and one day before the term of a loan ends: once each, whatever repeats the job. */
import { dueAt, payoffAt } from '@pelican/shared/loans';
import { formatBigUnits, stripZeros } from '@pelican/shared/money';
import type pg from 'pg';
import { type NewNotice, writeNotices } from '../../../notices/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { percentText } from '../decimals.ts';
import { type LoanAssets, type StoredLoan, selectLoans } from '../loans.ts';

const hourMs = 3_600_000;
const pageMax = 200;
const borrowersType = 2;
const dueStatus = 33;

/** Each reminder is sent between `hours` and `until` hours before the due time, so that a loan never gets both at once. */
const reminders = [
  { kind: 'loan_due_soon', hours: 72, until: 24 },
  { kind: 'loan_due_tomorrow', hours: 24, until: 0 },
] as const;

/** Of `p2p_loans`, spelled as in the index. */
const dueSql = `(started_at AT TIME ZONE 'UTC') + make_interval(days => days)`;
const asOf = `$2::timestamptz AT TIME ZONE 'UTC'`;

/** @param now Unix ms @returns how many were reminded */
export async function remindOfDue(pool: pg.Pool, assets: LoanAssets, now: number): Promise<number> {
  let done = 0;
  for (const { kind, hours, until } of reminders)
    for (let last = 0; ; ) {
      const loans = await selectLoans(
        pool,
        assets,
        `WHERE state = 'active' AND loan.id > $1
            AND ${dueSql} BETWEEN (${asOf}) + make_interval(hours => $4::integer) AND (${asOf}) + make_interval(hours => $3::integer)
            AND NOT EXISTS (SELECT FROM notices WHERE user_id = borrower_id AND key = 'loan:' || loan.id || ':due:' || days || ':' || $3::integer)
          ORDER BY loan.id LIMIT ${pageMax}`,
        [last, new Date(now), hours, until],
      );
      const end = loans.at(-1);
      if (!end) break;
      await inTransaction(pool, (tx) =>
        writeNotices(
          tx,
          loans.map((loan) => reminder(loan, kind, hours)),
        ),
      );
      done += loans.length;
      last = end.id;
    }
  return done;
}

function reminder(loan: StoredLoan, kind: (typeof reminders)[number]['kind'], hours: number): NewNotice {
  const { id, terms, sides } = loan;
  const { money, borrowerId } = sides;
  const amountOf = (units: bigint) => ({
    amount: stripZeros(formatBigUnits(units, money.scale)),
    ticker: money.ticker,
  });
  return {
    userId: borrowerId,
    kind,
    // A term that was extended is reminded of again.
    key: `loan:${id}:due:${terms.days}:${hours}`,
    payload: {
      loanId: id,
      role: 'borrow',
      type: borrowersType,
      status: dueStatus,
      lent: amountOf(terms.amount),
      days: terms.days,
      percent: percentText(terms.dayRate),
      moved: amountOf(payoffAt(loan, dueAt(loan) - hourMs)),
    },
  };
}
