/** Withdrawals of rupees as operators see them, and the file that their bank gets. */
import { DomainError } from '@pelican/shared/contracts';
import type { InrBatch, InrPayoutCase, InrPayoutDetail, InrPayoutState } from '@pelican/shared/contracts/inr';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { parseBigUnits } from '@pelican/shared/money';
import { countWaiting, type OperatorQueue, operatorNameOf } from '../../../identity/index.ts';
import { countRows, type Queryable } from '../../../platform/database/index.ts';
import { csvLine } from '../../../platform/http/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';
import { readBankSecrets } from '../banks/secrets.ts';
import { failInrWithdrawal, payInrWithdrawal } from './operator-actions.ts';
import { type Batch, inState, type PayoutRow, payoutColumns, payouts, toPayout } from './repository.ts';

/** To report `withdrawal` as paid or as failed. */
const pendingRequest = `SELECT id, maker FROM operator_requests WHERE status = 'pending' AND expires_at > now()
    AND action IN ('${payInrWithdrawal.name}', '${failInrWithdrawal.name}') AND payload ->> 'withdrawal' = withdrawal.id::text`;

/** Withdrawals that are ready to be paid, and those whose transfer nobody has reported yet. */
export const inrPayoutsQueue: OperatorQueue = {
  name: 'inr_payouts',
  permission: 'money',
  count: (db) =>
    countWaiting(
      db,
      `withdrawal.confirmed_at FROM ${payouts} WHERE ((${inState.ready}) OR (${inState.taken})) AND NOT EXISTS (${pendingRequest})`,
    ),
};

type CaseRow = PayoutRow & { request: string | null; maker: string | null };

const columns = `${payoutColumns}, request.id AS request, request.maker`;
const cases = `${payouts} LEFT JOIN LATERAL (${pendingRequest} ORDER BY id LIMIT 1) request ON true`;

/** The one that has waited longest first; of those that are decided the newest. */
export async function listPayoutCases(
  db: Queryable,
  { state, offset, limit }: { state: InrPayoutState; offset: number; limit: number },
): Promise<{ result: InrPayoutCase[]; total: number }> {
  const order = state === 'ready' || state === 'taken' ? 'withdrawal.id' : 'withdrawal.id DESC';
  const [{ rows }, total] = await Promise.all([
    db.query<CaseRow>(`SELECT ${columns} FROM ${cases} WHERE ${inState[state]} ORDER BY ${order} OFFSET $1 LIMIT $2`, [
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM ${payouts} WHERE ${inState[state]}`, [], { offset, limit }),
  ]);
  return { result: rows.map(viewCase), total };
}

/** @throws DomainError not_found */
export async function findPayoutCase(db: Queryable, id: number): Promise<InrPayoutCase> {
  const { rows } = await db.query<CaseRow>(
    `SELECT ${columns} FROM ${cases} WHERE withdrawal.id = $1 AND (payout.withdrawal_id IS NOT NULL OR ${inState.ready})`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  return viewCase(rows[0]);
}

interface Account {
  fullName: string;
  accountNumber: string;
  ifsc: string;
  bankName: string;
  accountType: 'current' | 'saving';
}

/** The bank accounts of withdrawals, opened; also of those that were deleted since. By the id of the withdrawal. */
async function openAccounts(
  db: Queryable,
  keys: EncryptionKeys,
  withdrawals: readonly number[],
): Promise<Map<number, Account>> {
  const { rows } = await db.query<
    Omit<Account, 'fullName' | 'accountNumber'> & { id: string; bankId: string; details: Buffer }
  >(
    `SELECT withdrawal.id, bank.id AS "bankId", bank.details, bank.ifsc, bank.bank_name AS "bankName", bank.account_type AS "accountType"
      FROM withdrawals withdrawal JOIN inr_banks bank ON bank.id = withdrawal.bank_id WHERE withdrawal.id = ANY ($1)`,
    [withdrawals],
  );
  const secrets = await readBankSecrets(db, keys);
  return new Map(
    rows.map(({ id, bankId, details, ...account }) => [
      Number(id),
      { ...account, ...secrets.openDetails(Number(bankId), details) },
    ]),
  );
}

/** @throws DomainError not_found */
export async function viewPayoutCase(db: Queryable, keys: EncryptionKeys, id: number): Promise<InrPayoutDetail> {
  const shown = await findPayoutCase(db, id);
  const account = (await openAccounts(db, keys, [id])).get(id);
  if (!account) throw new DomainError('not_found');
  const { fullName, accountNumber, ifsc, accountType } = account;
  return { ...shown, full_name: fullName, account_number: accountNumber, ifsc_code: ifsc, account_type: accountType };
}

function viewCase(row: CaseRow): InrPayoutCase {
  const { request, maker } = row;
  const { id, userId, email, ticker, amount, fee, net, address, reason, batchId, utr, mayBePaid, ...payout } =
    toPayout(row);
  return {
    id,
    user_id: userId,
    email,
    ticker,
    amount,
    fee,
    net,
    bank: address,
    state: stateOf(payout.status, batchId),
    reason,
    batch: batchId,
    utr,
    confirmed_at: payout.confirmedAt.getTime() / 1000,
    taken_at: payout.takenAt === null ? null : payout.takenAt.getTime() / 1000,
    may_be_paid: mayBePaid && (batchId === null || payout.status === paymentStatus.sent),
    request: maker === null ? null : { id: Number(request), maker: operatorNameOf(maker) },
  };
}

function stateOf(status: number, batchId: number | null): InrPayoutState {
  if (batchId === null) return 'ready';
  if (status === paymentStatus.successful) return 'paid';
  return status === paymentStatus.unsuccessful ? 'failed' : 'taken';
}

export function viewBatch({ id, takenBy, takenAt, downloadedAt, count, net, open }: Batch): InrBatch {
  return {
    id,
    taken_by: operatorNameOf(takenBy),
    taken_at: takenAt.getTime() / 1000,
    is_downloaded: downloadedAt !== null,
    count,
    net,
    open,
  };
}

const header = ['reference', 'beneficiary', 'account_number', 'ifsc', 'bank', 'account_type', 'amount', 'currency'];
const paise = 2;

/** What the bank needs of each transfer of a batch. Those that have failed since are not in it, nor those that are paid. */
export async function fileOfBatch(
  db: Queryable,
  keys: EncryptionKeys,
  batch: number,
): Promise<{ name: string; text: string }> {
  const { rows } = await db.query<PayoutRow>(
    `SELECT ${payoutColumns} FROM ${payouts} WHERE payout.batch_id = $1 AND ${inState.taken} ORDER BY withdrawal.id`,
    [batch],
  );
  const open = rows.map(toPayout);
  const accounts = await openAccounts(
    db,
    keys,
    open.map(({ id }) => id),
  );
  const lines = open.map(({ id, net, ticker }) => {
    const account = accounts.get(id);
    if (!account) throw new Error(`withdrawal ${id} has no bank account`);
    const { fullName, accountNumber, ifsc, bankName, accountType } = account;
    const amount = formatFixedPaise(net);
    return csvLine([`W${id}`, fullName, accountNumber, ifsc, bankName, accountType, amount, ticker]);
  });
  return { name: `inr-batch-${batch}.csv`, text: [csvLine(header), ...lines].join('') };
}

/** '1234.5' -> '1234.50' */
function formatFixedPaise(amount: string): string {
  const digits = String(parseBigUnits(amount, paise)).padStart(paise + 1, '0');
  return `${digits.slice(0, -paise)}.${digits.slice(-paise)}`;
}
