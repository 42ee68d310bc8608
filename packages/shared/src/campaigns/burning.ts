/** Burning items: a fixed amount of a coin, burnt once by each, for an equal share of a pool (docs/staking-and-offerings.md, "Burning stage"). */
import { floorDiv } from '../money/rounding.ts';

/** Amounts in units of the coin, the pool in those of its own, times in seconds. */
export interface BurningItem {
  activationAmount: bigint;
  /** A multiple of the activation amount; 0: none. */
  targetAmount: bigint;
  start: number;
  end: number;
  rewardPool: bigint;
}

export interface BurningState {
  users: ReadonlySet<number>;
  burned: bigint;
  /** When the target was reached; null: it is not. */
  targetReachedAt: number | null;
}

export type ActivationRefusal = 'not_started' | 'finished' | 'already_activated' | 'insufficient_balance';

export const nothingBurned: BurningState = { users: new Set(), burned: 0n, targetReachedAt: null };

/** When the item is over at `now`; null: it is not. */
export function burningEnd(item: BurningItem, state: BurningState, now: number): number | null {
  return state.targetReachedAt ?? (now >= item.end ? item.end : null);
}

/** @param available of the coin, in the user's main wallet */
export function activateBurning(
  item: BurningItem,
  state: BurningState,
  { user, available }: { user: number; available: bigint },
  now: number,
): BurningState | ActivationRefusal {
  if (now < item.start) return 'not_started';
  if (burningEnd(item, state, now) !== null) return 'finished';
  if (state.users.has(user)) return 'already_activated';
  if (available < item.activationAmount) return 'insufficient_balance';
  const burned = state.burned + item.activationAmount;
  const isReached = item.targetAmount > 0n && burned >= item.targetAmount;
  return { users: new Set(state.users).add(user), burned, targetReachedAt: isReached ? now : null };
}

/** Equal shares, down; the dust goes back. */
export function burningShares(
  { rewardPool }: BurningItem,
  activations: number,
): { share: bigint; rewarded: bigint; returned: bigint } {
  const share = activations === 0 ? 0n : floorDiv(rewardPool, BigInt(activations));
  const rewarded = share * BigInt(activations);
  return { share, rewarded, returned: rewardPool - rewarded };
}
