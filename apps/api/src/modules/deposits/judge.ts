/** What becomes of an amount that has arrived: the terms of its method decide. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { parseBigUnits } from '@pelican/shared/money';
import { type Method, splitFee } from '../payments/index.ts';

const ledgerScale = 18;
const units = (decimal: string) => parseBigUnits(decimal, ledgerScale);

export interface Asset {
  id: number;
  ticker: string;
  scale: number;
}

export interface JudgedDeposit {
  amount: string;
  fee: string;
  status: number;
  /** As its user reads it; empty: it waits for its confirmations. */
  reason: string;
}

/** @param amount in whole units @returns undefined for a method that takes no deposits */
export function judgeDeposit(
  amount: string,
  { method, asset }: { method: Method; asset: Asset },
): JudgedDeposit | undefined {
  const { deposit: terms } = method.terms;
  if (!terms) return undefined;
  const { fee, net } = splitFee(amount, terms, asset);
  const made = { amount, fee };
  if (units(amount) < units(terms.amountMin) || !/[1-9]/.test(net))
    return { ...made, status: paymentStatus.canceledByValidation, reason: belowMinimum(terms.amountMin, asset) };
  if (!terms.enabled)
    return { ...made, status: paymentStatus.frozen, reason: `Deposit for ${asset.ticker} is disabled` };
  return { ...made, status: paymentStatus.pending, reason: '' };
}

export function belowMinimum(amountMin: string, { ticker }: Asset): string {
  return `Below the minimum of ${amountMin} ${ticker}`;
}
