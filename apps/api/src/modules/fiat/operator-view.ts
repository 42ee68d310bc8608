/** Deposits by payment providers as operators see them. */
import { DomainError } from '@pelican/shared/contracts';
import type { ProviderDepositCase, ProviderDepositDetail, ProviderDepositState } from '@pelican/shared/contracts/fiat';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { countWaiting, type OperatorQueue, operatorNameOf } from '../../identity/index.ts';
import { countRows, likePattern, type Queryable } from '../../platform/database/index.ts';
import { approveProviderDeposit } from './operator.ts';
import { type DepositRow, depositColumns, fromDeposits, toDeposit } from './repository.ts';

/** To credit `deposit`. */
const pendingRequest = `SELECT id, maker FROM operator_requests WHERE status = 'pending' AND expires_at > now()
    AND action = '${approveProviderDeposit.name}' AND payload ->> 'deposit' = deposit.id::text`;

const isWaiting = `deposit.status = ${paymentStatus.unconfirmedByAdmin}`;
const hasFurther = `EXISTS (SELECT FROM provider_reports report WHERE report.deposit_id = deposit.id
    AND report.payment_id IS DISTINCT FROM payment.payment_id AND (${isWaiting} OR report.reported_at > clock_timestamp() - interval '30 days'))`;

const conditions: Readonly<Record<ProviderDepositState, string>> = {
  waiting: isWaiting,
  further: hasFurther,
  // By the provider's report or by operators.
  credited: `deposit.status IN (${paymentStatus.successful}, ${paymentStatus.successfulManual})`,
  // One that the provider itself has declined was never decided here.
  refused: `deposit.status = ${paymentStatus.unsuccessful} AND payment.paid_amount IS NOT NULL`,
};

/** Deposits that wait, and that no operator has asked to credit yet. */
export const providerDepositsQueue: OperatorQueue = {
  name: 'provider_deposits',
  permission: 'money',
  count: (db) =>
    countWaiting(db, `deposit.created_at FROM ${fromDeposits} WHERE ${isWaiting} AND NOT EXISTS (${pendingRequest})`),
};

type CaseRow = DepositRow & { email: string; request: string | null; maker: string | null };

const columns = `${depositColumns}, users.email, request.id AS request, request.maker`;
const cases = `${fromDeposits} LEFT JOIN LATERAL (${pendingRequest} ORDER BY id LIMIT 1) request ON true`;
const isFound = `($1 = '' OR users.email LIKE $2 OR deposit.reference = $1 OR EXISTS (
    SELECT FROM provider_reports found WHERE found.deposit_id = deposit.id AND found.payment_id = $1))`;

interface Wanted {
  state: ProviderDepositState;
  search: string;
  offset: number;
  limit: number;
}

/** The one that has waited longest first; of the others the newest. */
export async function listDepositCases(
  db: Queryable,
  { state, search, offset, limit }: Wanted,
): Promise<{ result: ProviderDepositCase[]; total: number }> {
  const wanted = `WHERE ${conditions[state]} AND ${isFound}`;
  const values = [search, `${likePattern(search.toLowerCase())}%`];
  const order = state === 'waiting' ? 'deposit.id' : 'deposit.id DESC';
  const [{ rows }, total] = await Promise.all([
    db.query<CaseRow>(`SELECT ${columns} FROM ${cases} ${wanted} ORDER BY ${order} OFFSET $3 LIMIT $4`, [
      ...values,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM ${fromDeposits} ${wanted}`, values, { offset, limit }),
  ]);
  return { result: rows.map(viewCase), total };
}

async function findRow(db: Queryable, id: number): Promise<CaseRow> {
  const { rows } = await db.query<CaseRow>(`SELECT ${columns} FROM ${cases} WHERE deposit.id = $1`, [id]);
  if (!rows[0]) throw new DomainError('not_found');
  return rows[0];
}

/** @throws DomainError not_found */
export const findDepositCase = async (db: Queryable, id: number) => viewCase(await findRow(db, id));

interface ReportRow {
  paymentId: string;
  amount: string;
  ticker: string;
  reportedAt: Date;
  others: string[];
}

/** @throws DomainError not_found */
export async function viewDepositCase(db: Queryable, id: number): Promise<ProviderDepositDetail> {
  const row = await findRow(db, id);
  const { rows: reports } = await db.query<ReportRow>(
    `SELECT report.payment_id AS "paymentId", trim_scale(report.paid_amount)::text AS amount, report.paid_ticker AS ticker,
        report.reported_at AS "reportedAt", ARRAY(SELECT other.deposit_id::text FROM provider_reports other
          WHERE other.provider = report.provider AND other.payment_id = report.payment_id AND other.deposit_id <> report.deposit_id
          ORDER BY other.deposit_id) AS others
      FROM provider_reports report WHERE report.deposit_id = $1 ORDER BY report.reported_at, report.payment_id`,
    [id],
  );
  const { reference, address, memo, expiresAt, paymentId } = row;
  return {
    ...viewCase(row),
    reference,
    address,
    memo,
    expires_at: expiresAt.getTime() / 1_000,
    reports: reports.map((report) => ({
      payment_id: report.paymentId,
      amount: report.amount,
      ticker: report.ticker,
      reported_at: report.reportedAt.getTime() / 1_000,
      is_first: report.paymentId === paymentId,
      others: report.others.map(Number),
    })),
  };
}

function viewCase({ email, request, maker, ...row }: CaseRow): ProviderDepositCase {
  const { id, userId, methodName, provider, ticker, amount, fee, paidAmount, paidTicker, status, reason, isErased } =
    toDeposit(row);
  return {
    id,
    user_id: userId,
    email,
    method: methodName,
    provider,
    ticker,
    amount,
    fee,
    paid: paidAmount === null || paidTicker === null ? null : { amount: paidAmount, ticker: paidTicker },
    status,
    reason,
    is_erased: isErased,
    created_at: row.createdAt.getTime() / 1_000,
    request: maker === null ? null : { id: Number(request), maker: operatorNameOf(maker) },
  };
}
