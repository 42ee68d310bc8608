/** Withdrawals on the wire. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import type { Withdrawal } from './repository.ts';

const { unconfirmedByUser, unconfirmedByAdmin, inProcess } = paymentStatus;

/** The one who pays has not taken it yet. */
export function isCancelable(withdrawal: Pick<Withdrawal, 'status' | 'takenAt' | 'mayBePaid'>): boolean {
  return isUntaken(withdrawal) && !withdrawal.mayBePaid;
}

export function isUntaken({ status, takenAt }: Pick<Withdrawal, 'status' | 'takenAt'>): boolean {
  return status === unconfirmedByUser || status === unconfirmedByAdmin || (status === inProcess && takenAt === null);
}

export function viewWithdrawal(withdrawal: Withdrawal): WithdrawalView {
  const { id, ticker, amount, fee, net, status, address, transactionHash, reason, expiresAt } = withdrawal;
  const { label, methodKey, methodName, methodKind, explorerTransaction } = withdrawal;
  return {
    id,
    ticker,
    currency: label,
    amount,
    fee,
    net,
    status,
    address,
    // At a payment provider it is the token of the receiver.
    memo: methodKind === 'provider' ? '' : withdrawal.memo,
    paymentMethodKey: methodKey,
    paymentMethodName: methodName,
    txHash: transactionHash,
    explorerLink: transactionHash === '' ? '' : explorerTransaction.replace('{hash}', transactionHash),
    isFiat: methodKind !== 'crypto',
    reason,
    createdAt: withdrawal.createdAt.getTime(),
    expiresAt: status === unconfirmedByUser ? (expiresAt?.getTime() ?? null) : null,
    confirmBy: status === unconfirmedByUser ? withdrawal.confirmBy : [],
    canCancel: isCancelable(withdrawal),
  };
}
