/** The export of a user's loans: requests and loans of both sides, with what was paid. */
import { loanHistoryParams } from '@pelican/shared/contracts/exports';
import { stripZeros } from '@pelican/shared/money';
import { declareExportKind, queryRows } from '../exports/index.ts';

interface LoanLine {
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  id: string;
  role: string;
  other: string | null;
  state: string;
  money: string;
  amount: string;
  coin: string;
  pledge: string;
  days: number;
  percent: string;
  principalPaid: string;
  interestPaid: string;
  principal: string;
}

/** Places of the columns with the currencies of the figures. */
const moneyAt = 7;
const coinAt = 9;

export const loanHistoryExport = declareExportKind({
  name: 'loans.history',
  params: loanHistoryParams,
  fileName: 'loans',
  title: () => 'Loans',
  period: ({ from, to }) => ({ from, to }),
  notes: () => ['Interest was received by a lender, and paid by a borrower. Percent is of a day.'],
  columns: () => [
    { name: 'Requested', kind: 'time', width: 1.2 },
    { name: 'Begun', kind: 'time', width: 1.2 },
    { name: 'Ended', kind: 'time', width: 1.2 },
    { name: 'Loan', kind: 'text', width: 0.5 },
    { name: 'Role', kind: 'text', width: 0.6 },
    { name: 'Other side', kind: 'text' },
    { name: 'State', kind: 'text', width: 0.8 },
    { name: 'Currency', kind: 'text', width: 0.7 },
    { name: 'Amount', kind: 'figure', currency: moneyAt },
    { name: 'Pledged coin', kind: 'text', width: 0.7 },
    { name: 'Pledge held', kind: 'figure', currency: coinAt },
    { name: 'Days', kind: 'figure', width: 0.4 },
    { name: 'Percent', kind: 'figure', width: 0.5 },
    { name: 'Principal repaid', kind: 'figure', currency: moneyAt },
    { name: 'Interest paid', kind: 'figure', currency: moneyAt },
    { name: 'Principal owed', kind: 'figure', currency: moneyAt },
  ],
  async *rows(db, userId, { from, to, role }) {
    const epoch = (time: string) => `extract(epoch FROM ${time})::float8`;
    const text = `SELECT ${epoch('loan.created_at')} AS "createdAt", ${epoch('started_at')} AS "startedAt", ${epoch('ended_at')} AS "endedAt", loan.id,
        CASE borrower_id WHEN $1 THEN 'borrow' ELSE 'lend' END AS role, other.nickname AS other, state, money.ticker AS money, amount,
        coin.ticker AS coin, pledge, days, day_rate * 100 AS percent,
        CASE WHEN started_at IS NULL THEN 0 ELSE amount - principal END AS "principalPaid", interest_paid AS "interestPaid", principal
      FROM p2p_loans loan JOIN assets money ON money.id = money_id JOIN assets coin ON coin.id = pledge_id
      LEFT JOIN users other ON other.id = CASE borrower_id WHEN $1 THEN lender_id ELSE borrower_id END
      WHERE (($4 <> 'borrow' AND lender_id = $1) OR ($4 <> 'lend' AND borrower_id = $1))
        AND ($2::float8 IS NULL OR loan.created_at >= to_timestamp($2)) AND ($3::float8 IS NULL OR loan.created_at < to_timestamp($3))
      ORDER BY loan.id`;
    const values = [userId, from ?? null, to ?? null, role ?? ''];
    for await (const loan of queryRows<LoanLine>(db, { text, values })) {
      const { createdAt, startedAt, endedAt, id, role: side, other, state, money, coin, days } = loan;
      yield [
        ...[createdAt, startedAt, endedAt, id, side, other, state],
        ...[money, stripZeros(loan.amount), coin, stripZeros(loan.pledge), String(days), stripZeros(loan.percent)],
        ...[loan.principalPaid, loan.interestPaid, loan.principal].map(stripZeros),
      ];
    }
  },
});
