/** Amounts of transfers in the ledger's units. */
import { formatBigUnits } from '@pelican/shared/money';

/** Amounts in Postgres have twenty digits before the point. */
const unitsMax = 10n ** 20n;

/**
 * Digits that the asset does not have are cut: they are less than its smallest unit.
 * @returns undefined for an amount that no ledger can hold
 */
export function wholeAmount(units: bigint, decimals: number, scale: number): string | undefined {
  const cut = cutUnits(units, decimals, scale);
  const isHeld = cut > 0n && cut < unitsMax * 10n ** BigInt(scale);
  return isHeld ? formatBigUnits(cut, scale) : undefined;
}

/** Whether nothing is left of it in the ledger. */
export function isBelowUnit(units: bigint, decimals: number, scale: number): boolean {
  return cutUnits(units, decimals, scale) === 0n;
}

function cutUnits(units: bigint, decimals: number, scale: number): bigint {
  return decimals > scale ? units / 10n ** BigInt(decimals - scale) : units * 10n ** BigInt(scale - decimals);
}
