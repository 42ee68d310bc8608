import type { Invoice } from '@pelican/shared/contracts/invoices';
import { useTranslation } from 'react-i18next';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import './messages.ts';

const tones: Readonly<Record<Invoice['status'], ChipTone>> = { pending: 'waiting', finished: 'done', closed: 'failed' };

/** Open, paid, or why it cannot be paid any more. */
export function InvoiceChip({ invoice: { status, reason } }: { invoice: Pick<Invoice, 'status' | 'reason'> }) {
  const { t } = useTranslation('invoices');
  return <StatusChip tone={tones[status]} label={t(`status.${reason || status}`)} />;
}
