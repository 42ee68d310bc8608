import type { MerchantPayment } from '@pelican/shared/contracts/fiat';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import { merchantQuery } from '../../api/fiat.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Amount } from '../../ui/numbers.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './fiat.module.css';
import './messages.ts';

const tones: Readonly<Record<MerchantPayment['status'], ChipTone>> = {
  pending: 'progress',
  successful: 'done',
  unsuccessful: 'failed',
  closed: 'failed',
};

/** /merchant/{hash}: a payment for everybody who has its link, without head and footer. */
export function Component() {
  const { t } = useTranslation('fiat');
  usePageTitle(t('merchant.title'));
  const { hash = '' } = useParams();
  const { data, error, refetch } = useQuery(merchantQuery(hash));
  const isUnknown = error instanceof ApiError && error.fields.hash !== undefined;
  return (
    <div className={styles.card}>
      <h1>{t('merchant.title')}</h1>
      {isUnknown && (
        <EmptyState text={t('merchant.unknown')} action={<Link to={paths.welcome}>{t('merchant.home')}</Link>} />
      )}
      {error && !data && !isUnknown && (
        <ErrorState title={t('merchant.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton width="100%" height={320} />}
      {data && <Payment payment={data} />}
    </div>
  );
}

function Payment({ payment }: { payment: MerchantPayment }) {
  const { t } = useTranslation('fiat');
  const { status, amount, ticker, method, system_address: address, memo, created_at: created } = payment;
  return (
    <>
      <div role="status">
        <StatusChip tone={tones[status]} label={t(`merchant.status.${status}`)} />
      </div>
      <dl className={styles.facts}>
        <dt>{t('merchant.amount')}</dt>
        <dd>
          <Amount value={amount} ticker={ticker} withTicker />
        </dd>
        <dt>{t('merchant.method')}</dt>
        <dd>{method}</dd>
        {address === '' ? (
          <dd className="muted">{t('merchant.noAddress')}</dd>
        ) : (
          <>
            <Copied label={t('merchant.address')} text={address} />
            <Copied label={t('merchant.memo')} text={memo} />
          </>
        )}
        <dt>{t('merchant.created')}</dt>
        <dd>
          <Moment seconds={created} />
        </dd>
        {status === 'pending' && (
          <>
            <dt>{t('merchant.expires')}</dt>
            <dd>
              <Moment seconds={payment.expires_at} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('fiat');
  if (text === '') return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <span className="mono">{text}</span>
        <CopyButton text={text} label={t('merchant.copy', { what: label })} />
      </dd>
    </>
  );
}
