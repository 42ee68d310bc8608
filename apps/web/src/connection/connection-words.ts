import { type ConnectionInfo, type FeedHealth, pollMs } from '../live/index.ts';
import { serverTimeOf } from '../platform/clock.ts';
import { formatClock } from '../ui/format-time.ts';
import type { ChipTone } from '../ui/status-chip.tsx';

const tones: Record<FeedHealth, ChipTone> = {
  connecting: 'progress',
  live: 'done',
  delayed: 'attention',
  stale: 'attention',
  offline: 'failed',
  polling: 'attention',
};

export interface ConnectionWords {
  tone: ChipTone;
  /** Of the message that says it, below those of all states. */
  key: FeedHealth | 'unreachable';
  /** What the message says of time. */
  values: { time: string; seconds: number };
}

/** How the state of the connection is said. */
export function connectionWords({ health, lastFrameAt }: ConnectionInfo): ConnectionWords {
  return {
    tone: tones[health],
    // A network may let no socket through: then there never was a frame.
    key: health === 'offline' && lastFrameAt === 0 ? 'unreachable' : health,
    values: { time: formatClock(serverTimeOf(lastFrameAt) / 1000), seconds: pollMs / 1000 },
  };
}
