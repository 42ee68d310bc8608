/** Amounts of transfers in the ledger's units. */
import { formatBigUnits } from '@pelican/shared/money';

/** Amounts in Postgres have twenty digits before the point. */
const unitsMax = 10n ** 20n;

/**
 * Digits that the asset does not have are cut: they are less than its smallest unit.
 * @returns undefined for an amount that no ledger can hold
 */
export function wholeAmount(units: bigint, decimals: number, scale: number): string | undefined {
  const cut = decimals > scale ? units / 10n ** BigInt(decimals - scale) : units * 10n ** BigInt(scale - decimals);
  const isHeld = cut > 0n && cut < unitsMax * 10n ** BigInt(scale);
  return isHeld ? formatBigUnits(cut, scale) : undefined;
}
