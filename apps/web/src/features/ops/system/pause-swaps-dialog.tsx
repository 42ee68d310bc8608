import type { SystemFlagsView } from '@pelican/shared/contracts/system';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';

interface PauseSwapsDialogProps {
  flag: SystemFlagsView['quick_swap'];
  onClose: () => void;
}

/** Pauses quick swaps at once, or has them taken again with another operator. */
export function PauseSwapsDialog({ flag: { value, version }, onClose }: PauseSwapsDialogProps) {
  const { t } = useTranslation('ops-system');
  const { paused } = value;
  return (
    <DecisionDialog
      title={t(paused ? 'swap.resumeTitle' : 'swap.stopTitle')}
      confirmLabel={t(paused ? 'swap.resume' : 'swap.stop')}
      tone={paused ? 'primary' : 'danger'}
      {...(paused ? {} : { reasons: t('swap.reasons', { returnObjects: true }) as string[] })}
      takesTwo={paused ? 'always' : undefined}
      submit={(reason) =>
        call('POST /v2/ops/system/quick_swap', { body: { value: { paused: !paused }, version, reason } })
      }
      doneText={t(paused ? 'swap.resumed' : 'swap.stopped')}
      onClose={onClose}
    >
      <p>{t(paused ? 'swap.resumeBody' : 'swap.stopBody')}</p>
    </DecisionDialog>
  );
}
