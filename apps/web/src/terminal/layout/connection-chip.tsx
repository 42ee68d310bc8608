import { useTranslation } from 'react-i18next';
import { type FeedHealth, pollMs, useConnection } from '../../live/index.ts';
import { serverTimeOf } from '../../platform/clock.ts';
import { formatClock } from '../../ui/format-time.ts';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';

const tones: Record<FeedHealth, ChipTone> = {
  connecting: 'progress',
  live: 'done',
  delayed: 'attention',
  stale: 'attention',
  offline: 'failed',
  polling: 'attention',
};

/** State of the connection in an icon and a word; nothing while all is well, on request. */
export function ConnectionChip({ quiet = false }: { quiet?: boolean }) {
  const { t } = useTranslation('terminal');
  const { health, lastFrameAt } = useConnection();
  const isWell = health === 'live' || health === 'connecting';
  // A network may let no socket through: then there never was a frame.
  const key = health === 'offline' && lastFrameAt === 0 ? 'unreachable' : health;
  const values = { time: formatClock(serverTimeOf(lastFrameAt) / 1000), seconds: pollMs / 1000 };
  return (
    <span role="status">
      {!(quiet && isWell) && <StatusChip tone={tones[health]} label={t(`health.${key}`, values)} />}
    </span>
  );
}
