/** The sign-up bonus: promised at once, released by verification (docs/staking-and-offerings.md, "Sign-up bonus"). Times in seconds. */
import { floorDiv } from '../money/rounding.ts';

export type BonusState = 'denied' | 'locked' | 'released' | 'expired';

/** What happens to the identity documents. */
export interface VerificationEvent {
  event: 'submitted' | 'approved' | 'rejected';
  at: number;
}

export interface BonusGrant {
  expiresAt: number;
  isDenied: boolean;
}

/** Units of 10^-8 of the coin, down. @param price8 money for one coin, 10^-8 @param money8 10^-8 */
export function bonusAmount8(money8: bigint, price8: bigint): bigint {
  return floorDiv(money8 * 100_000_000n, price8);
}

/**
 * An approval releases it; the end of its time expires it, but not while documents are looked at that were submitted before: they
 * release it, or expire it when they are rejected.
 * @param events in order of time
 */
export function bonusState(
  { expiresAt, isDenied }: BonusGrant,
  events: readonly VerificationEvent[],
  now: number,
): BonusState {
  if (isDenied) return 'denied';
  let isLookedAt = false;
  for (const { event, at } of events) {
    if (at > now) break;
    if (!isLookedAt && at >= expiresAt) return 'expired';
    if (event === 'approved') return 'released';
    isLookedAt = event === 'submitted';
    if (event === 'rejected' && at >= expiresAt) return 'expired';
  }
  return !isLookedAt && now >= expiresAt ? 'expired' : 'locked';
}

/** What the accounts have changed by since the grant: the user's main wallet and locked bonus, and what pays for it. They sum to 0. */
export function bonusBalances(amount: bigint, state: BonusState): { main: bigint; bonus: bigint; promo: bigint } {
  const main = state === 'released' ? amount : 0n;
  const bonus = state === 'locked' ? amount : 0n;
  return { main, bonus, promo: -main - bonus };
}
