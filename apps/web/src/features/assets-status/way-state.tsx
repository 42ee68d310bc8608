/** The state of deposits or withdrawals in an icon and words. */
import type { PaymentState, WayStatus } from '@pelican/shared/contracts/payments';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isZeroDecimal } from '../../ui/decimal-compare.ts';
import { formatUpTo, groupingOf } from '../../ui/format.ts';
import { formatDateTime, formatMoment } from '../../ui/format-time.ts';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './assets-status.module.css';

type Translate = TFunction<'assets-status'>;

export const stateTones: Record<PaymentState, ChipTone> = { open: 'done', suspended: 'failed', delayed: 'attention' };
const decimals = 8;
const minute = 60;
const hour = 3_600;

export function WayState({ way }: { way: WayStatus }) {
  const { t } = useTranslation('assets-status');
  const { state, cause, reason, expectedAt, since } = way;
  return (
    <span className={styles.lines}>
      <StatusChip tone={stateTones[state]} label={t(`state.${state}`)} />
      {state === 'delayed' && <span className="hint">{t(`cause.${cause ?? 'unread'}`)}</span>}
      {reason !== '' && <span className="hint">{reason}</span>}
      {expectedAt !== null && <span className="hint">{t('expected', { time: formatDateTime(expectedAt) })}</span>}
      {since !== null && <span className="hint">{t('since', { time: formatMoment(since) })}</span>}
    </span>
  );
}

/** "from 5, fee 1 USDT" */
export function limitText(t: Translate, { minAmount, fee }: WayStatus, ticker: string): string {
  const amount = (text: string) => formatUpTo(text, decimals, groupingOf(ticker));
  const fixed = isZeroDecimal(fee.fixed) ? [] : [`${amount(fee.fixed)} ${ticker}`];
  const share = isZeroDecimal(fee.flexPercent) ? [] : [`${fee.flexPercent} %`];
  const parts = [...share, ...fixed];
  const price = parts.length === 0 ? t('free') : t('fee', { fee: parts.join(' + ') });
  return isZeroDecimal(minAmount) ? price : `${t('from', { min: amount(minAmount) })}, ${price}`;
}

/** "40 s", "12 min", "3 h" */
export function durationText(t: Translate, seconds: number): string {
  if (seconds < 2 * minute) return t('seconds', { count: Math.round(seconds) });
  if (seconds < 2 * hour) return t('minutes', { count: Math.round(seconds / minute) });
  return t('hours', { count: Math.round(seconds / hour) });
}
