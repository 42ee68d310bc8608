/** The state of an offering, from its record and the clock (docs/staking-and-offerings.md, "Token offerings"). Times in seconds. */
import type { OfferingResult } from './ending.ts';

export interface OfferingRecord {
  isPublished: boolean;
  sessions: readonly { start: number; end: number }[];
  /** When the last session has been shared out, or operators have ended it; null: not yet. */
  result: OfferingResult | null;
  /** Bought tokens that are still to be released. */
  tokensLocked: bigint;
}

export type OfferingStatus = 'draft' | 'upcoming' | 'active' | 'success' | 'finished';

/** Active from the first session's start until the sale has a result, pauses between sessions included. */
export function offeringStatus(
  { isPublished, sessions, result, tokensLocked }: OfferingRecord,
  now: number,
): OfferingStatus {
  if (result !== null) return result === 'success' && tokensLocked > 0n ? 'success' : 'finished';
  if (!isPublished) return 'draft';
  return sessions.some(({ start }) => start <= now) ? 'active' : 'upcoming';
}

/** The session that takes money now. */
export function runningSession<Session extends { start: number; end: number }>(
  sessions: readonly Session[],
  now: number,
): Session | undefined {
  return sessions.find(({ start, end }) => start <= now && now < end);
}
