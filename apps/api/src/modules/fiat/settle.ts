/** What a provider's report does to a deposit. Each may come twice, late, or before the call that began the payment has answered. */
import { DomainError } from '@pelican/shared/contracts';
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import { lockUserRow } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { creditDeposit } from './credit.ts';
import type { ProviderReport } from './provider.ts';
import {
  findByReference,
  insertReport,
  isPaymentUsed,
  lockByReference,
  type ProviderDeposit,
  setStatus,
  storePaid,
} from './repository.ts';

const ledgerScale = 18;

/** A payment in these that is reported as paid is credited, the ones whose time is over too: the money has arrived. */
const payable: readonly number[] = [paymentStatus.pending, paymentStatus.unknown, paymentStatus.canceledDeposit];
/** In these it has not ended, and nobody has paid. */
const open: readonly number[] = [paymentStatus.pending, paymentStatus.unknown];
const credited: readonly number[] = [paymentStatus.successful, paymentStatus.successfulManual];

export interface Settled {
  id: number;
  userId: number;
  status: number;
  /** A further payment was reported, whatever has become of the first one; for the log. */
  isPaidAgain: boolean;
}

/** @throws DomainError not_found: also for the payment of another provider */
export async function settleReport(tx: Transaction, provider: string, report: ProviderReport): Promise<Settled> {
  const found = await findByReference(tx, report.reference);
  // Before the deposit, as operators lock them: the account is not erased meanwhile.
  if (found) await lockUserRow(tx, found.userId);
  const deposit = await lockByReference(tx, provider, report.reference);
  if (!deposit) throw new DomainError('not_found');
  const settled = { id: deposit.id, userId: deposit.userId, status: deposit.status, isPaidAgain: false };
  if (report.outcome !== 'paid') return { ...settled, status: await takeUnpaid(tx, deposit, report) };
  // A repeat changes nothing, above all not what operators have decided on the payment.
  if (!(await insertReport(tx, deposit, report)) || deposit.paymentId === report.paymentId) return settled;
  return { ...settled, status: await takePaid(tx, deposit, report), isPaidAgain: deposit.paidAmount !== null };
}

/** A payment that was not reported for this deposit before. */
async function takePaid(tx: Transaction, deposit: ProviderDeposit, report: ProviderReport): Promise<number> {
  const { id, amount, fee, ticker, status } = deposit;
  if (credited.includes(status) || status === paymentStatus.unconfirmedByAdmin) return status;
  if (await isPaymentUsed(tx, deposit, report.paymentId))
    return review(
      tx,
      deposit,
      { ...report, paymentId: null },
      'The provider has reported this payment for another deposit',
    );
  if (report.ticker !== ticker) return review(tx, deposit, report, 'Another currency was paid');
  if (units(report.amount) !== units(amount)) return review(tx, deposit, report, 'Another amount was paid');
  if (!payable.includes(status)) return review(tx, deposit, report, 'It was refused before');
  if (deposit.isErased) return review(tx, deposit, report, 'The account is erased: the payment has to be sent back');
  await storePaid(tx, id, report);
  const net = stripZeros(formatBigUnits(units(amount) - units(fee), ledgerScale));
  await creditDeposit(tx, deposit, { amount, fee, net, status: paymentStatus.successful });
  return paymentStatus.successful;
}

const units = (text: string) => parseBigUnits(text, ledgerScale);

/** Nothing is credited: an operator says what becomes of it. */
async function review(
  tx: Transaction,
  { id, userId, isErased, amount, ticker }: ProviderDeposit,
  report: Pick<ProviderReport, 'amount' | 'ticker'> & { paymentId: string | null },
  reason: string,
): Promise<PaymentStatus> {
  await storePaid(tx, id, report);
  await setStatus(tx, id, paymentStatus.unconfirmedByAdmin, reason);
  if (isErased) return paymentStatus.unconfirmedByAdmin;
  const payload = { amount, ticker, id };
  await writeNotices(tx, [{ userId, kind: 'provider_deposit_review', payload, key: `deposit:${id}:review` }]);
  return paymentStatus.unconfirmedByAdmin;
}

async function takeUnpaid(tx: Transaction, deposit: ProviderDeposit, { outcome }: ProviderReport): Promise<number> {
  const { id, userId, amount, ticker } = deposit;
  if (!open.includes(deposit.status)) return deposit.status;
  const isCanceled = outcome === 'canceled';
  const status = isCanceled ? paymentStatus.canceledDeposit : paymentStatus.unsuccessful;
  await setStatus(tx, id, status, isCanceled ? 'It was canceled' : 'The payment provider has refused the payment');
  if (!isCanceled) {
    const payload = { amount, ticker, id };
    await writeNotices(tx, [{ userId, kind: 'provider_deposit_refused', payload, key: `deposit:${id}:refused` }]);
  }
  return status;
}
