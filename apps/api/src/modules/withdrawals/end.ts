/** Ends of withdrawals that nobody pays: their user, their time or an operator cancels them, and the money is free again. */
import { DomainError } from '@pelican/shared/contracts';
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { releaseMoney } from './money.ts';
import { noticePayload } from './notices.ts';
import { lockWithdrawal, setStatus, type Withdrawal } from './repository.ts';
import { isUntaken } from './view.ts';

/**
 * The caller has the row locked and knows that it may end.
 * @param end.reason in the words that its user reads
 * @throws DomainError payouts_stopped: it may have been paid
 */
export async function endUnpaid(
  tx: Transaction,
  withdrawal: Withdrawal,
  { status, reason }: { status: PaymentStatus; reason: string },
): Promise<void> {
  demandUnpaid(withdrawal);
  const { id, userId } = withdrawal;
  await setStatus(tx, id, status, { reason });
  await releaseMoney(tx, withdrawal);
  const payload = noticePayload({ ...withdrawal, reason });
  await writeNotices(tx, [{ userId, kind: 'withdrawal_canceled', key: `withdrawal_canceled:${id}`, payload }]);
}

/** @throws DomainError payouts_stopped: it may have been paid although its row does not say so */
export function demandUnpaid({ mayBePaid }: Pick<Withdrawal, 'mayBePaid'>): void {
  if (mayBePaid) throw new DomainError('payouts_stopped');
}

/** By its user; again it changes nothing. @throws DomainError not_found (also for somebody else's), withdrawal_closed (it is being paid, or has ended), payouts_stopped */
export async function cancelWithdrawal(tx: Transaction, userId: number, id: number): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.userId !== userId) throw new DomainError('not_found');
  if (withdrawal.status === paymentStatus.canceled) return;
  if (!isUntaken(withdrawal)) throw new DomainError('withdrawal_closed');
  await endUnpaid(tx, withdrawal, { status: paymentStatus.canceled, reason: 'You have canceled it.' });
}
