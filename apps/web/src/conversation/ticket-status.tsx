import type { TicketStatus as Status } from '@pelican/shared/contracts/support';
import { useTranslation } from 'react-i18next';
import './messages.ts';
import { type ChipTone, StatusChip } from '../ui/status-chip.tsx';

/** The specification's colours: orange, main, green, red. */
const tones: Record<Status, ChipTone> = {
  created: 'queued',
  in_proccess: 'progress',
  fixed: 'done',
  cancelled: 'failed',
};

export function TicketStatus({ status }: { status: Status }) {
  const { t } = useTranslation('conversation');
  return <StatusChip tone={tones[status]} label={t(`status.${status}`)} />;
}
