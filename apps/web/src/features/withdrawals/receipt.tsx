import { useDebouncedValue } from '@mantine/hooks';
import { bankHours, bankMinutes } from '@pelican/shared/contracts/inr';
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { withdrawalFeeQuery } from '../../api/payments.ts';
import { withdrawalLimitQuery } from '../../api/withdrawals.ts';
import { formatFixed } from '../../ui/format.ts';
import { Amount } from '../../ui/numbers.tsx';
import styles from './withdrawals.module.css';

/** Longer than between two keys. */
const typingMs = 250;
const minuteSeconds = 60;

interface ReceiptProps {
  ticker: string;
  method: PaymentMethod | undefined;
  /** As it is sent. */
  amount: string;
}

/** What it costs, what arrives and when, and what of the limit is left. */
export function Receipt({ ticker, method, amount }: ReceiptProps) {
  const { t } = useTranslation('withdrawals');
  const [asked] = useDebouncedValue(amount, typingMs);
  const isAsked = /[1-9]/.test(asked);
  const { data } = useQuery(withdrawalFeeQuery({ ticker, paymentKey: method?.key ?? '', amount: asked }));
  const { data: limit } = useQuery(withdrawalLimitQuery);
  const fee = isAsked ? data : undefined;
  const minutes = Math.max(1, Math.ceil((method?.network?.seconds ?? 0) / minuteSeconds));
  return (
    <dl className={styles.receipt} aria-label={t('receipt.title')}>
      <dt>{t('receipt.fee')}</dt>
      <dd>
        <Amount value={fee?.fee ?? null} ticker={ticker} withTicker />
      </dd>
      <dt>{t('receipt.net')}</dt>
      <dd>
        <strong>
          <Amount value={fee?.net ?? null} ticker={ticker} withTicker />
        </strong>
      </dd>
      <dt>{t('receipt.limit')}</dt>
      <dd className="tabular">
        {limit ? t('receipt.limitLeft', { left: dollars(limit.left), limit: dollars(limit.limit) }) : '–'}
      </dd>
      {method?.type === 'bank' && (
        <>
          <dt>{t('receipt.arrival')}</dt>
          <dd>{t('receipt.bank', { minutes: bankMinutes, hours: bankHours })}</dd>
        </>
      )}
      {method?.network && (
        <>
          <dt>{t('receipt.arrival')}</dt>
          <dd>{t('receipt.minutes', { count: minutes, confirmations: method.network.confirmations })}</dd>
        </>
      )}
    </dl>
  );
}

function dollars(value: string): string {
  return `$${formatFixed(value, 2, 'western')}`;
}
