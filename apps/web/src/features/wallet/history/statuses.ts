/** How the statuses of deposits and withdrawals look; their words are in the locales by the same numbers. */
import type { ChipTone } from '../../../ui/status-chip.tsx';

const tones: Record<number, ChipTone> = {
  1: 'attention',
  2: 'queued',
  3: 'done',
  4: 'failed',
  5: 'attention',
  6: 'waiting',
  7: 'done',
  8: 'attention',
  9: 'failed',
  10: 'queued',
  11: 'progress',
  12: 'failed',
  13: 'failed',
  14: 'progress',
};

export const statuses: readonly number[] = Object.keys(tones).map(Number);

export const toneOf = (status: number): ChipTone => tones[status] ?? 'attention';
