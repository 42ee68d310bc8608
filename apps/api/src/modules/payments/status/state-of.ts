/** The state of a way in or out, from what is known of it. */
import type { PaymentCause, PaymentState } from '@pelican/shared/contracts/payments';
import type { WayFacts } from './facts.ts';

export interface WayState {
  state: PaymentState;
  /** Null for one that is open. */
  cause: PaymentCause | null;
}

/** The watcher asks each second: after so long without an answer the network, or the watcher, is away. */
export const unreadSeconds = 120;
/** Blocks that come at random times are far apart at times: one in a hundred thousand is as late as this. */
const lateBlocks = 12;
const stillSecondsMin = 300;

/** @param now unix seconds */
export function stateOf(
  { enabled, action, network }: Pick<WayFacts, 'enabled' | 'action' | 'network'>,
  now: number,
): WayState {
  if (!enabled) return { state: 'suspended', cause: 'operator' };
  if (!network) return { state: 'open', cause: null };
  const { makesBlocks, askedAt, blockAt, blockSeconds, payoutsStopped } = network;
  if (askedAt === null || now - askedAt > unreadSeconds) return { state: 'delayed', cause: 'unread' };
  const stillSeconds = Math.max(stillSecondsMin, lateBlocks * blockSeconds);
  if (makesBlocks && blockAt !== null && now - blockAt > stillSeconds) return { state: 'delayed', cause: 'still' };
  if (action === 'withdraw' && payoutsStopped) return { state: 'delayed', cause: 'payouts_stopped' };
  return { state: 'open', cause: null };
}
