import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { HistoryKind, WalletRecordDetail } from '@pelican/shared/contracts/statements';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.ts';
import { walletRecordQuery } from '../../../api/statements.ts';
import { PaymentStatusChip } from '../../../payments/payment-status.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths, withdrawPath } from '../../../platform/paths.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Amount } from '../../../ui/numbers.tsx';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import english from './locales/en.json';
import styles from './wallet-history.module.css';

addMessages('wallet-history', english);

function Steps({ record }: { record: WalletRecordDetail }) {
  const { t } = useTranslation('wallet-history');
  const words = { done: 'record.done', current: 'record.current', ahead: 'record.ahead', failed: 'record.failedStep' };
  return (
    <section className={styles.panel} aria-labelledby="record-steps">
      <h2 id="record-steps">{t('record.steps')}</h2>
      <ol className={styles.steps}>
        {record.steps.map(({ key, state, at }) => (
          <li key={key} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <strong>{t(`step.${key}`)}</strong>
            <span className="muted">{at === null ? t(words[state]) : `${t(words[state])}, ${formatDateTime(at)}`}</span>
          </li>
        ))}
      </ol>
      <p>{t(`place.${record.place}`)}</p>
      {record.confirmations && <p aria-live="polite">{t('record.confirmations', record.confirmations)}</p>}
      {record.arrivesAt !== null && <p>{t('record.arrives', { time: formatDateTime(record.arrivesAt) })}</p>}
      {record.wait && <Wait wait={record.wait} />}
      {record.kind === 'withdrawal' && record.status === paymentStatus.unconfirmedByUser && (
        <Link to={`${withdrawPath(record.ticker)}?confirm=${record.id}`}>{t('record.enterCode')}</Link>
      )}
      {record.reason !== '' && (
        <p>
          {t('record.reason')}: {record.reason}
        </p>
      )}
    </section>
  );
}

/** Why it waits and until when. */
function Wait({ wait: { why, until, text } }: { wait: NonNullable<WalletRecordDetail['wait']> }) {
  const { t } = useTranslation('wallet-history');
  return (
    <p role="status">
      {t(`wait.${why}`)} {text !== '' && `${text.replace(/\.$/, '')}. `}
      {until !== null && t(`waitUntil.${why}`, { time: formatDateTime(until) })}
    </p>
  );
}

function Facts({ record }: { record: WalletRecordDetail }) {
  const { t } = useTranslation('wallet-history');
  const { ticker, fee, createdAt, method, address, memo, txHash, explorerLink, isFiat } = record;
  const facts: [string, ReactNode][] = [
    [t('record.created'), formatDateTime(createdAt)],
    [t('column.fee'), <Amount key="fee" value={fee} ticker={ticker} withTicker />],
    [t('record.method'), method],
    [t(isFiat ? 'record.account' : 'record.address'), address],
    [t('record.memo'), memo],
    [t('record.transaction'), txHash],
  ];
  return (
    <section className={styles.panel} aria-labelledby="record-facts">
      <h2 id="record-facts">{t('record.facts')}</h2>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
      {explorerLink !== '' && (
        <a href={explorerLink} target="_blank" rel="noopener noreferrer">
          {t('record.explorer')}
        </a>
      )}
    </section>
  );
}

const kinds: readonly string[] = ['deposit', 'withdrawal', 'transfer'] satisfies HistoryKind[];

/** One deposit, withdrawal or transfer: where its money is, and what comes next. */
export function Component() {
  const { kind = '', id = '' } = useParams();
  if (!kinds.includes(kind) || !/^\d{1,15}$/.test(id)) return <Navigate to={paths.notFound} replace />;
  return <RecordPage kind={kind as HistoryKind} id={id} />;
}

function RecordPage({ kind, id }: { kind: HistoryKind; id: string }) {
  const { t } = useTranslation('wallet-history');
  const title = t('record.title', { kind: t(`kind.${kind}`), id });
  usePageTitle(title);
  const { data, error, refetch } = useQuery(walletRecordQuery(kind, id));
  if (error instanceof ApiError && error.code === 'not_found') return <Navigate to={paths.notFound} replace />;
  if (error && !data) return <ErrorState title={t('record.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.record}>
      <Link className={styles.back} to={paths.walletHistory}>
        {t('record.back')}
      </Link>
      <h1>{title}</h1>
      <div className={styles.headline}>
        <Amount value={data.amount} ticker={data.ticker} withTicker />
        <PaymentStatusChip status={data.status} />
        {data.from && data.to && (
          <span className="muted">{t('way', { from: t(`wallet.${data.from}`), to: t(`wallet.${data.to}`) })}</span>
        )}
      </div>
      <Steps record={data} />
      <Facts record={data} />
    </div>
  );
}
