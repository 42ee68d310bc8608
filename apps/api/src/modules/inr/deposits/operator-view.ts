/** Deposits by bank transfer as operators see them. */
import { DomainError } from '@pelican/shared/contracts';
import type { InrDepositCase, InrDepositDetail, InrDepositState } from '@pelican/shared/contracts/inr';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { countWaiting, type OperatorQueue, operatorNameOf } from '../../../identity/index.ts';
import { countRows, type Queryable } from '../../../platform/database/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';
import { readBankSecrets } from '../banks/secrets.ts';
import { approveInrDeposit } from './operator-actions.ts';
import { bankDeposits, type DepositRow, depositColumns, toDeposit } from './repository.ts';
import { viewDeposit } from './view.ts';

const statusOf: Record<InrDepositState, number> = {
  waiting: paymentStatus.unconfirmedByAdmin,
  credited: paymentStatus.successful,
  refused: paymentStatus.unsuccessful,
};

/** To credit `deposit`. */
const pendingRequest = `SELECT id, maker FROM operator_requests WHERE status = 'pending' AND expires_at > now()
    AND action = '${approveInrDeposit.name}' AND payload ->> 'deposit' = deposit.id::text`;

/** Deposits that wait, and that no operator has asked to credit yet. */
export const inrDepositsQueue: OperatorQueue = {
  name: 'inr_deposits',
  permission: 'money',
  count: (db) =>
    countWaiting(
      db,
      `deposit.created_at FROM ${bankDeposits} WHERE deposit.status = ${statusOf.waiting} AND NOT EXISTS (${pendingRequest})`,
    ),
};

type CaseRow = DepositRow & { email: string; request: string | null; maker: string | null };

const columns = `${depositColumns}, users.email, request.id AS request, request.maker`;
const cases = `${bankDeposits} JOIN users ON users.id = deposit.user_id LEFT JOIN LATERAL (${pendingRequest} ORDER BY id LIMIT 1) request ON true`;

/** The one that has waited longest first; of those that are decided the newest. */
export async function listDepositCases(
  db: Queryable,
  { state, search, offset, limit }: { state: InrDepositState; search: string; offset: number; limit: number },
): Promise<{ result: InrDepositCase[]; total: number }> {
  const wanted = 'WHERE deposit.status = $1 AND starts_with(deposit.transaction_hash, $2)';
  const values = [statusOf[state], search.replaceAll(/[\s-]/g, '').toUpperCase()];
  const order = state === 'waiting' ? 'deposit.id' : 'deposit.id DESC';
  const [{ rows }, total] = await Promise.all([
    db.query<CaseRow>(`SELECT ${columns} FROM ${cases} ${wanted} ORDER BY ${order} OFFSET $3 LIMIT $4`, [
      ...values,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM ${bankDeposits} ${wanted}`, values, { offset, limit }),
  ]);
  return { result: rows.map(viewCase), total };
}

export async function findDepositCase(db: Queryable, id: number): Promise<InrDepositCase> {
  const { rows } = await db.query<CaseRow>(`SELECT ${columns} FROM ${cases} WHERE deposit.id = $1`, [id]);
  if (!rows[0]) throw new DomainError('not_found');
  return viewCase(rows[0]);
}

/** @throws DomainError not_found */
export async function viewDepositCase(db: Queryable, keys: EncryptionKeys, id: number): Promise<InrDepositDetail> {
  const shown = await findDepositCase(db, id);
  const { rows } = await db.query<{ id: string; details: Buffer; ifsc: string }>(
    'SELECT id, details, ifsc FROM inr_banks WHERE id = $1',
    [shown.bank_id],
  );
  const bank = rows[0];
  if (!bank) throw new DomainError('not_found');
  const { fullName, accountNumber } = (await readBankSecrets(db, keys)).openDetails(Number(bank.id), bank.details);
  return { ...shown, full_name: fullName, whole_number: accountNumber, ifsc_code: bank.ifsc };
}

function viewCase(row: CaseRow): InrDepositCase {
  const { email, request, maker } = row;
  const deposit = toDeposit(row);
  return {
    ...viewDeposit(deposit),
    user_id: deposit.userId,
    email,
    request: maker === null ? null : { id: Number(request), maker: operatorNameOf(maker) },
  };
}
