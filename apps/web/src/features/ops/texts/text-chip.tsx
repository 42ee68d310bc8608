import type { TextView } from '@pelican/shared/contracts/texts';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/status-chip.tsx';
import './messages.ts';

/** Whether visitors see a change. */
export function TextChip({ changed }: { changed: NonNullable<TextView['changed']> }) {
  const { t } = useTranslation('ops-texts');
  return (
    <StatusChip tone={changed.fits ? 'done' : 'attention'} label={t(changed.fits ? 'state.changed' : 'state.stale')} />
  );
}
