/** A withdrawal that its user has confirmed, or an API key has requested: it is paid next, or waits for an operator. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { Confirmation } from '@pelican/shared/contracts/withdrawals';
import type pg from 'pg';
import { demandUnlocked, lockLiveSession, lockUserRow } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import type { SessionCaller } from '../auth/index.ts';
import { type Confirmations, demandUnconfirmed, isTokenOf, withdrawalOfToken } from './confirmation.ts';
import { demandAllowed } from './destination.ts';
import { noticePayload } from './notices.ts';
import { type AssetPrice, greaterValue, usdValueOf } from './prices.ts';
import { findOwn, lockWithdrawal, setStatus, setUsdValue, type Withdrawal } from './repository.ts';
import { risksOf } from './risks.ts';

export interface SettleDeps {
  rules: WithdrawalRules;
  /** Of now; undefined when no market has a price for the asset. */
  priceOf(ticker: string): AssetPrice | undefined;
}

export interface ConfirmDeps extends SettleDeps {
  pool: pg.Pool;
  confirmations: Pick<Confirmations, 'demandCode'>;
}

/** Values it again, and keeps the greater value. The caller has the row locked. */
export async function settleConfirmed(
  tx: Transaction,
  requested: Withdrawal,
  { rules, priceOf }: SettleDeps,
): Promise<void> {
  const { id, userId, ticker, amount } = requested;
  const price = priceOf(ticker);
  const { usdValue, isPriceSure } = greaterValue(requested.usdValue, price && usdValueOf(amount, price));
  await setUsdValue(tx, id, usdValue);
  const withdrawal = { ...requested, usdValue };
  const risks = await risksOf(tx, { withdrawal, isPriceSure }, rules);
  const waits = risks.length > 0;
  await setStatus(tx, id, waits ? paymentStatus.unconfirmedByAdmin : paymentStatus.inProcess, { risks });
  const kind = waits ? 'withdrawal_in_review' : 'withdrawal_confirmed';
  await writeNotices(tx, [{ userId, kind, key: `withdrawal_confirmed:${id}`, payload: noticePayload(withdrawal) }]);
}

/**
 * By the token of a mail, or a code in a session.
 * @returns whose withdrawal it is
 * @throws DomainError link_ended, code_wrong, not_found (also for somebody else's), withdrawal_closed, withdrawals_locked, account_blocked, unauthorized,
 * address_not_saved, address_waits, too_many_requests
 */
export async function confirmWithdrawal(
  { pool, confirmations, ...settling }: ConfirmDeps,
  person: SessionCaller | undefined,
  { token, id: named, code }: Confirmation,
): Promise<Pick<Withdrawal, 'id' | 'userId'>> {
  if (token !== undefined) {
    const id = withdrawalOfToken(token);
    const userId = id === undefined ? undefined : await ownerOf(pool, id);
    if (id === undefined || userId === undefined) throw new DomainError('link_ended');
    await inTransaction(pool, async (tx) => {
      await lockUserRow(tx, userId);
      await settleLocked(tx, id, settling, token);
    });
    return { id, userId };
  }
  if (named === undefined || code === undefined) throw new DomainError('link_ended');
  if (!person) throw new DomainError('unauthorized');
  const own = await findOwn(pool, person.userId, named);
  if (!own) throw new DomainError('not_found');
  demandUnconfirmed(own);
  await confirmations.demandCode(person, own, code);
  await inTransaction(pool, async (tx) => {
    await lockLiveSession(tx, person);
    await settleLocked(tx, named, settling);
  });
  return own;
}

async function ownerOf(pool: pg.Pool, id: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ userId: string }>('SELECT user_id AS "userId" FROM withdrawals WHERE id = $1', [
    id,
  ]);
  return rows[0] && Number(rows[0].userId);
}

/** The row of the user is locked. @throws DomainError link_ended, withdrawal_closed, withdrawals_locked, account_blocked, address_not_saved, address_waits */
async function settleLocked(tx: Transaction, id: number, settling: SettleDeps, token?: string): Promise<void> {
  const { rows } = await tx.query<{ hash: Buffer | null; isOver: boolean }>(
    `SELECT confirmation_hash AS hash, expires_at <= clock_timestamp() AS "isOver" FROM withdrawals WHERE id = $1 FOR UPDATE`,
    [id],
  );
  const { hash = null, isOver = true } = rows[0] ?? {};
  if (token !== undefined && !isTokenOf(token, hash)) throw new DomainError('link_ended');
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal) throw new DomainError('link_ended');
  demandUnconfirmed(withdrawal);
  if (isOver) throw new DomainError('link_ended');
  await demandUnlocked(tx, withdrawal.userId);
  if (withdrawal.bankId === null) await demandAllowed(tx, withdrawal);
  await settleConfirmed(tx, withdrawal, settling);
}
