/** Checks on users who become a party to an offer or a loan: like a withdrawal, it moves money out of an account (docs/decisions/0234). */
import { DomainError } from '@pelican/shared/contracts';
import { demandUnlocked, isActiveUser, lockLiveSession, type SessionOfUser } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { type KeyedCall, runOnce } from './calls.ts';
import { demandWithinCaps } from './caps.ts';
import { readNow } from './locked.ts';
import { type LoanCatalog, readSettings } from './settings.ts';
import type { LockedLoan } from './steps.ts';

/**
 * Locks the caller's row and does the work, unless the same call has done it before. What the route has asked is asked again: it may have
 * changed meanwhile.
 * @returns the offer or loan that the call is about
 * @throws DomainError invalid_token, account_blocked, withdrawals_locked, passVerification, repeated_with_other_content, p2p_default_open,
 * and what the work throws
 */
export async function bindOnce(
  tx: Transaction,
  session: SessionOfUser,
  call: KeyedCall,
  work: () => Promise<number>,
): Promise<number> {
  await lockToBind(tx, session);
  return runOnce(tx, call, async () => {
    // Who has let a loan default settles it before there is another one.
    if (await isInDefault(tx, session.userId)) throw new DomainError('p2p_default_open');
    return work();
  });
}

async function lockToBind(tx: Transaction, session: SessionOfUser): Promise<void> {
  await lockLiveSession(tx, session);
  await demandUnlocked(tx, session.userId);
  if (!(await mayBind(tx, session.userId))) throw new DomainError('passVerification');
}

/** Whether a user may be a side of a loan that begins: verified, neither blocked nor suspended, and free to withdraw. @param users what their table is called */
export function mayBindSql(users = 'users'): string {
  return `${isActiveUser(users)} AND ${users}.kyc_status = 'approved' AND coalesce(${users}.withdrawals_locked_until <= clock_timestamp(), true)`;
}

/** The same of one user. */
export async function mayBind(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await db.query<{ isFit: boolean }>(`SELECT ${mayBindSql()} AS "isFit" FROM users WHERE id = $1`, [
    userId,
  ]);
  return rows[0]?.isFit === true;
}

/** Whether a loan of this borrower is in default: settled or given up, it is no more. */
async function isInDefault(db: Queryable, borrowerId: number): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM p2p_loans WHERE borrower_id = $1 AND state = 'defaulted' LIMIT 1`, [
    borrowerId,
  ]);
  return rowCount !== 0;
}

/**
 * What may have changed since a request was made: its time and its offer's, which jobs end a little later; the borrower's account and loans; and
 * what is lent and pledged at all. A request that is decided already is left to the state machine. Its row is locked.
 * @throws DomainError request_closed, currency_not_accepted, cap_exceeded
 */
export async function demandApprovable(
  tx: Transaction,
  { loan, offer }: LockedLoan,
  { assets, hidden }: { assets: LoanCatalog; hidden: ReadonlySet<number> },
): Promise<void> {
  if (loan.state !== 'pending') return;
  const now = await readNow(tx);
  const ends = [loan.expiresAt, ...(offer ? [offer.facts.expiresAt] : [])];
  const isInTime = ends.every((end) => end.getTime() > now);
  const { borrowerId } = loan.sides;
  if (!isInTime || !(await mayBind(tx, borrowerId)) || (await isInDefault(tx, borrowerId)))
    throw new DomainError('request_closed');
  const money = (await readSettings(tx, assets, hidden)).find(({ asset }) => asset.id === loan.sides.money.id);
  const pledge = money?.pledges.find(({ asset }) => asset.id === loan.sides.crypto.id);
  if (!money?.isOpen || !pledge?.isOpen) throw new DomainError('currency_not_accepted');
  const { id: loanId, terms } = loan;
  await demandWithinCaps(tx, money, pledge, { loanId, amount: terms.amount, ...loan.sides });
}
