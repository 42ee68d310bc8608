import { useTranslation } from 'react-i18next';
import { type FeedHealth, useConnection } from '../../live/index.ts';
import { formatClock } from '../../ui/format-time.ts';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';

const tones: Record<FeedHealth, ChipTone> = {
  connecting: 'progress',
  live: 'done',
  delayed: 'attention',
  stale: 'attention',
  offline: 'failed',
};

/** State of the connection in an icon and a word; nothing while all is well, on request. */
export function ConnectionChip({ quiet = false }: { quiet?: boolean }) {
  const { t } = useTranslation('terminal');
  const { health, lastFrameAt } = useConnection();
  const isWell = health === 'live' || health === 'connecting';
  // A network may let no socket through: then there never was a frame.
  const key = health === 'offline' && lastFrameAt === 0 ? 'unreachable' : health;
  return (
    <span role="status">
      {!(quiet && isWell) && (
        <StatusChip tone={tones[health]} label={t(`health.${key}`, { time: formatClock(lastFrameAt / 1000) })} />
      )}
    </span>
  );
}
