import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import { useTranslation } from 'react-i18next';
import { type ChipTone, StatusChip } from '../ui/status-chip.tsx';
import './messages.ts';

const tones: Record<PaymentStatus, ChipTone> = {
  [paymentStatus.frozen]: 'attention',
  [paymentStatus.pending]: 'progress',
  [paymentStatus.successful]: 'done',
  [paymentStatus.canceled]: 'failed',
  [paymentStatus.unconfirmedByUser]: 'attention',
  [paymentStatus.unconfirmedByAdmin]: 'waiting',
  [paymentStatus.successfulManual]: 'done',
  [paymentStatus.unknown]: 'attention',
  [paymentStatus.canceledDeposit]: 'failed',
  [paymentStatus.confirmedByUser]: 'queued',
  [paymentStatus.inProcess]: 'progress',
  [paymentStatus.unsuccessful]: 'failed',
  [paymentStatus.canceledByValidation]: 'failed',
  [paymentStatus.sent]: 'progress',
};

const toneOf = (status: number): ChipTone => tones[status as PaymentStatus] ?? 'attention';

/** Each status with what it is called. */
export function usePaymentStatuses(): { value: string; label: string }[] {
  const { t } = useTranslation('payments');
  return Object.keys(tones).map((value) => ({ value, label: t(`status.${value}`) }));
}

/** The status of a deposit, a withdrawal or a transfer. */
export function PaymentStatusChip({ status }: { status: number }) {
  const { t } = useTranslation('payments');
  return <StatusChip tone={toneOf(status)} label={t(`status.${status}`)} />;
}
