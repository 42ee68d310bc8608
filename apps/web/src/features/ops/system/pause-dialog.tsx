import { useTranslation } from 'react-i18next';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { useFlagRead } from './use-flag-read.ts';

export type Venue = 'spot' | 'perpetual';

interface PauseDialogProps<Value> {
  /** What is paused; its texts are `pause.*_venue` or `swap.*`. */
  what: Venue | 'swap';
  flag: { value: Value; version: number };
  isPausedBy: (value: Value) => boolean;
  /** Sets the flag to the opposite of what was read. */
  change: (read: { value: Value; version: number }, reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Pauses a venue or quick swaps at once, or has them take orders again with another operator. */
export function PauseDialog<Value>({ what, flag, isPausedBy, change, onClose }: PauseDialogProps<Value>) {
  const { t } = useTranslation('ops-system');
  const { read, meanwhileOf } = useFlagRead(flag);
  const isPaused = isPausedBy(read.value);
  const texts = what === 'swap' ? 'swap' : 'pause';
  const step = isPaused ? 'resume' : 'stop';
  const title = what === 'swap' ? t(`swap.${step}Title`) : t(`pause.${step}Title_${what}`);
  const name = what === 'swap' ? t('swap.title') : t(`pause.venue.${what}`);
  return (
    <DecisionDialog
      title={title}
      confirmLabel={t(`${texts}.${step}`)}
      tone={isPaused ? 'primary' : 'danger'}
      {...(isPaused ? {} : { reasons: t(`${texts}.reasons`, { returnObjects: true }) as string[] })}
      takesTwo={isPaused ? 'always' : undefined}
      submit={(reason) => change(read, reason)}
      doneText={t(isPaused ? `${texts}.resumed` : `${texts}.stopped`)}
      meanwhile={meanwhileOf(
        ({ value }) => [[name, t(isPausedBy(value) ? `${texts}.paused` : `${texts}.open`)]],
        () => {},
      )}
      onClose={onClose}
    >
      <p>{t(`${texts}.${step}Body`)}</p>
    </DecisionDialog>
  );
}
