import { useTranslation } from 'react-i18next';
import { DecisionDialog } from '../parts/decision-dialog.tsx';

export type Venue = 'spot' | 'perpetual';

interface PauseDialogProps {
  /** What is paused; its texts are `pause.*_venue` or `swap.*`. */
  what: Venue | 'swap';
  isPaused: boolean;
  /** Sets the flag to the opposite. */
  change: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Pauses a venue or quick swaps at once, or has them take orders again with another operator. */
export function PauseDialog({ what, isPaused, change, onClose }: PauseDialogProps) {
  const { t } = useTranslation('ops-system');
  const texts = what === 'swap' ? 'swap' : 'pause';
  const step = isPaused ? 'resume' : 'stop';
  const title = what === 'swap' ? t(`swap.${step}Title`) : t(`pause.${step}Title_${what}`);
  return (
    <DecisionDialog
      title={title}
      confirmLabel={t(`${texts}.${step}`)}
      tone={isPaused ? 'primary' : 'danger'}
      {...(isPaused ? {} : { reasons: t(`${texts}.reasons`, { returnObjects: true }) as string[] })}
      takesTwo={isPaused ? 'always' : undefined}
      submit={change}
      doneText={t(isPaused ? `${texts}.resumed` : `${texts}.stopped`)}
      onClose={onClose}
    >
      <p>{t(`${texts}.${step}Body`)}</p>
    </DecisionDialog>
  );
}
