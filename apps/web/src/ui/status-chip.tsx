import { IconAlertTriangle, IconCircleCheck, IconClock, IconExclamationCircle, IconProgress } from './icons.ts';
import styles from './status-chip.module.css';

export type ChipTone = 'waiting' | 'queued' | 'progress' | 'done' | 'attention' | 'failed';

const icons = {
  waiting: IconClock,
  queued: IconClock,
  progress: IconProgress,
  done: IconCircleCheck,
  attention: IconAlertTriangle,
  failed: IconExclamationCircle,
};

/** State in an icon and a word. */
export function StatusChip({ tone, label }: { tone: ChipTone; label: string }) {
  const Icon = icons[tone];
  return (
    <span className={styles.chip} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  );
}
