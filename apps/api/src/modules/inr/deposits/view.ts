/** Deposits by bank transfer on the wire. */
import type { InrDeposit } from '@pelican/shared/contracts/inr';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import type { BankDeposit } from './repository.ts';

export function viewDeposit(deposit: BankDeposit): InrDeposit {
  const {
    id,
    ticker,
    bankId,
    bankName,
    lastDigits,
    amount,
    reportedAmount,
    fee,
    transactionId,
    status,
    reason,
    createdAt,
  } = deposit;
  return {
    id,
    ticker,
    bank_id: bankId,
    bank_name: bankName,
    account_number: `XXXX${lastDigits}`,
    amount,
    reported_amount: reportedAmount,
    fee,
    net: netOf({ amount, fee }),
    transaction_id: transactionId,
    status,
    reason,
    created_at: createdAt.getTime() / 1000,
  };
}

const ledgerScale = 18;

function netOf({ amount, fee }: Pick<BankDeposit, 'amount' | 'fee'>): string {
  return stripZeros(formatBigUnits(parseBigUnits(amount, ledgerScale) - parseBigUnits(fee, ledgerScale), ledgerScale));
}
