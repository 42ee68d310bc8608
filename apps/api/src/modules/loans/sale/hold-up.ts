/** A sale that does not get on is taken up again a little later: others have their turn, and nobody asks in vain each second. */
import type { SaleProblem } from '@pelican/shared/contracts/loans';
import type { Queryable } from '../../../platform/database/index.ts';
import { putOff } from './rows.ts';

/** Milliseconds until a sale is looked at again, by what holds it up. */
const waits = {
  price_unavailable: 5_000,
  outcome_unknown: 5_000,
  transfer_pending: 5_000,
  market_closed: 30_000,
  trading_paused: 30_000,
  failed: 60_000,
} as const satisfies Partial<Record<SaleProblem, number>>;
export type Obstacle = keyof typeof waits;

/** Whether the step changed something, has to wait, or got no answer of the engine or its settlement. */
export type StepOutcome = 'on' | 'held' | 'away';

/** @param now Unix ms */
export async function holdUp(db: Queryable, loanId: number, problem: Obstacle, now: number): Promise<void> {
  await putOff(db, loanId, { problem, until: now + waits[problem] });
}

const refusedMs = 5_000;
const refusedMsMax = 3_600_000;

/** After a transfer that was refused: the more of them there have been, the later the next one is looked at. @param now Unix ms */
export async function backOff(db: Queryable, loanId: number, transfers: number, now: number): Promise<void> {
  const until = now + Math.min(refusedMsMax, refusedMs * 2 ** transfers);
  await putOff(db, loanId, { problem: 'transfer_refused', until });
}
