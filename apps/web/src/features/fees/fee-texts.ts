/** Fees and limits of a payment method in words. */
import type { FeeRow } from '@pelican/shared/contracts/payments';
import type { TFunction } from 'i18next';
import { isZeroDecimal } from '../../ui/decimal-compare.ts';
import { formatUpTo, groupingOf } from '../../ui/format.ts';

const decimals = 8;
type Fee = NonNullable<FeeRow['depositFee']>;
type Translate = TFunction<'fees'>;

const amountOf = (amount: string, ticker: string) => formatUpTo(amount, decimals, groupingOf(ticker));

/** "0.5 % (20 to 30) + 15 INR": the share with its limits, and the fixed part. */
export function feeText(t: Translate, fee: Fee | null, ticker: string): string {
  if (!fee) return t('unavailable');
  const fixed = isZeroDecimal(fee.fixed) ? '' : `${amountOf(fee.fixed, ticker)} ${ticker}`;
  const parts = [isZeroDecimal(fee.flexPercent) ? '' : shareText(t, fee, ticker), fixed].filter((part) => part !== '');
  return parts.length === 0 ? t('free') : parts.join(' + ');
}

function shareText(t: Translate, { flexPercent, flexMin, flexMax }: Fee, ticker: string): string {
  const min = isZeroDecimal(flexMin) ? '' : t('atLeast', { amount: amountOf(flexMin, ticker) });
  const max = isZeroDecimal(flexMax) ? '' : t('atMost', { amount: amountOf(flexMax, ticker) });
  const limits = [min, max].filter((part) => part !== '').join(', ');
  return limits === '' ? `${flexPercent} %` : `${flexPercent} % (${limits})`;
}

/** The least and the largest amount; a limit of zero is none. */
export function limitText(t: Translate, min: string, max: string, ticker: string): string {
  const least = amountOf(min, ticker);
  if (isZeroDecimal(max)) return isZeroDecimal(min) ? t('noLimit') : t('from', { min: least });
  return t('range', { min: least, max: amountOf(max, ticker) });
}
