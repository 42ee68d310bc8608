/** Amounts of the ledger: whole units as decimal strings outside, integers of 10^-18 inside. */
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';

/** Decimals of the ledger's columns. */
const ledgerScale = 18;

/** @throws RangeError for what is no decimal, or one of more than 18 decimals */
export function parseAmount(amount: string): bigint {
  return parseBigUnits(amount, ledgerScale);
}

export function formatAmount(units: bigint): string {
  return formatBigUnits(units, ledgerScale);
}
