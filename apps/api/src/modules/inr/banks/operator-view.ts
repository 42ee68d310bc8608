/** Bank accounts as operators see them. */
import { DomainError } from '@pelican/shared/contracts';
import type { InrBankCase, InrBankDetail, InrBankState } from '@pelican/shared/contracts/inr';
import { countWaiting, type OperatorQueue, operatorNameOf } from '../../../identity/index.ts';
import { countRows, type Queryable } from '../../../platform/database/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';
import { findPassportName } from '../../kyc/index.ts';
import { findBankOfIfsc } from './ifsc.ts';
import { approveInrBank } from './operator-actions.ts';
import { type Bank, type BankRow, bankColumns, toBank } from './repository.ts';
import { readBankSecrets } from './secrets.ts';
import { nameOf } from './service.ts';

const waiting = `inr_banks bank WHERE status = 'pending' AND deleted_at IS NULL`;

/** To approve `bank`. */
const pendingRequest = `SELECT id, maker FROM operator_requests WHERE status = 'pending' AND expires_at > now()
    AND action = '${approveInrBank.name}' AND payload ->> 'bank' = bank.id::text`;

/** Bank accounts that wait for their verification, and that no operator has asked to approve yet. */
export const inrBanksQueue: OperatorQueue = {
  name: 'inr_banks',
  permission: 'money',
  count: (db) => countWaiting(db, `created_at FROM ${waiting} AND NOT EXISTS (${pendingRequest})`),
};

type CaseRow = BankRow & { email: string };

const columns = `${bankColumns}, (SELECT email FROM users WHERE users.id = bank.user_id) AS email`;

/** The one that has waited longest first; of those that are decided the newest. */
export async function listBankCases(
  db: Queryable,
  { status, offset, limit }: { status: InrBankState; offset: number; limit: number },
): Promise<{ result: InrBankCase[]; total: number }> {
  const wanted = 'inr_banks bank WHERE status = $1 AND deleted_at IS NULL';
  const order = status === 'pending' ? 'bank.id' : 'bank.id DESC';
  const [{ rows }, total] = await Promise.all([
    db.query<CaseRow>(`SELECT ${columns} FROM ${wanted} ORDER BY ${order} OFFSET $2 LIMIT $3`, [status, offset, limit]),
    countRows(db, `SELECT FROM ${wanted}`, [status], { offset, limit }),
  ]);
  return { result: rows.map((row) => viewCase(toBank(row))), total };
}

/** @throws DomainError not_found */
export async function viewBankCase(db: Queryable, keys: EncryptionKeys, id: number): Promise<InrBankDetail> {
  const { rows } = await db.query<CaseRow & { others: number; request: string | null; maker: string | null }>(
    `SELECT ${columns}, request.id AS request, request.maker, (SELECT count(DISTINCT user_id)::int FROM inr_banks other
        WHERE other.number_hash = bank.number_hash AND other.user_id <> bank.user_id) AS others
      FROM inr_banks bank LEFT JOIN LATERAL (${pendingRequest} ORDER BY id LIMIT 1) request ON true
      WHERE bank.id = $1 AND deleted_at IS NULL`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  const bank = toBank(rows[0]);
  const { fullName, accountNumber } = (await readBankSecrets(db, keys)).openDetails(id, bank.details);
  const passport = await findPassportName(db, keys, bank.userId);
  return {
    ...viewCase(bank),
    full_name: fullName,
    account_number: accountNumber,
    account_type: bank.accountType,
    passport_name: passport ? nameOf(passport) : null,
    is_branch_known: findBankOfIfsc(bank.ifsc)?.isBranchKnown ?? false,
    others: bank.others,
    reason: bank.reason,
    request: bank.maker === null ? null : { id: Number(bank.request), maker: operatorNameOf(bank.maker) },
  };
}

function viewCase(bank: Bank & { email: string }): InrBankCase {
  const { id, userId, email, status, bankName, ifsc, lastDigits, nameMatches, createdAt } = bank;
  return {
    id,
    user_id: userId,
    email,
    status,
    bank_name: bankName,
    ifsc_code: ifsc,
    last_digits: lastDigits,
    name_matches: nameMatches,
    created: createdAt.getTime() / 1000,
  };
}
