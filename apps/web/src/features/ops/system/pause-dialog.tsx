import type { SystemFlagsView } from '@pelican/shared/contracts/system';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';

export type Venue = 'spot' | 'perpetual';

interface PauseDialogProps {
  flag: SystemFlagsView['trading_pause'];
  venue: Venue;
  onClose: () => void;
}

/** Pauses a venue at once, or has it take orders again with another operator. */
export function PauseDialog({ flag: { value, version }, venue, onClose }: PauseDialogProps) {
  const { t } = useTranslation('ops-system');
  const isPaused = value[venue];
  return (
    <DecisionDialog
      title={t(`pause.${isPaused ? 'resumeTitle' : 'stopTitle'}_${venue}`)}
      confirmLabel={t(isPaused ? 'pause.resume' : 'pause.stop')}
      tone={isPaused ? 'primary' : 'danger'}
      {...(isPaused ? {} : { reasons: t('pause.reasons', { returnObjects: true }) as string[] })}
      takesTwo={isPaused ? 'always' : undefined}
      submit={(reason) =>
        call('POST /v2/ops/system/trading_pause', {
          body: { value: { ...value, [venue]: !isPaused }, version, reason },
        })
      }
      doneText={t(isPaused ? 'pause.resumed' : 'pause.stopped')}
      onClose={onClose}
    >
      <p>{t(isPaused ? 'pause.resumeBody' : 'pause.stopBody')}</p>
    </DecisionDialog>
  );
}
