/** What is asked of those whom a step binds: it begins an offer or a loan, and so is a way out of an account (docs/decisions/0234). */
import { DomainError } from '@pelican/shared/contracts';
import { demandUnlocked, isActiveUser, lockLiveSession, type SessionOfUser } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { demandWithinCaps } from './caps.ts';
import { readNow } from './locked.ts';
import { isInDefault } from './sale/default.ts';
import { type LoanCatalog, readSettings } from './settings.ts';
import type { LockedLoan } from './steps.ts';

/**
 * Locks the caller's row. What the route has asked before is asked again: it may have changed meanwhile.
 * @throws DomainError invalid_token, account_blocked, withdrawals_locked, passVerification
 */
export async function lockToBind(tx: Transaction, session: SessionOfUser): Promise<void> {
  await lockLiveSession(tx, session);
  await demandUnlocked(tx, session.userId);
  if (!(await mayBind(tx, session.userId))) throw new DomainError('passVerification');
}

/** Whether a user may be a side of a loan that begins: verified, neither blocked nor suspended, and free to withdraw. */
export async function mayBind(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await db.query<{ isFit: boolean }>(
    `SELECT ${isActiveUser()} AND kyc_status = 'approved' AND coalesce(withdrawals_locked_until <= clock_timestamp(), true) AS "isFit"
      FROM users WHERE id = $1`,
    [userId],
  );
  return rows[0]?.isFit === true;
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
