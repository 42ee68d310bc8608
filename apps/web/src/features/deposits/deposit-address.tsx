import { Button } from '@mantine/core';
import type { DepositAddress } from '@pelican/shared/contracts/deposits';
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  askFaucet,
  depositAddressKey,
  depositAddressQuery,
  newDepositAddress,
  recentDepositsQuery,
} from '../../api/deposits.ts';
import { Needs, useIsUnverified } from '../../identity/needs.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { notify } from '../../ui/notify.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './deposits.module.css';

interface CardProps {
  ticker: string;
  method: PaymentMethod;
}

const qrSize = 192;

/** The address of a network, what one has to know before sending to it, and what may be done with it. */
export function DepositAddressCard({ ticker, method }: CardProps) {
  const { t } = useTranslation('deposits');
  const network = method.network?.key ?? '';
  const isUnverified = useIsUnverified('deposit');
  const { data, error, refetch } = useQuery({ ...depositAddressQuery(ticker, network), enabled: !isUnverified });
  useUseOf(data);
  // Nothing to ask for: the account has to be verified first.
  if (!data && isUnverified) return <Needs activity="deposit" />;
  if (error && !data) return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="100%" height={320} />;
  return (
    <section className={styles.card}>
      <p className={styles.warning}>{t('warning', { ticker, network: method.network?.name })}</p>
      <div className={styles.qr}>
        <QRCodeSVG value={data.address} size={qrSize} marginSize={4} title={t('qr')} />
      </div>
      <Copied label={t('address')} copyLabel={t('copyAddress')} text={data.address} />
      {data.explorer_link !== '' && (
        <a className="standalone-link" href={data.explorer_link} target="_blank" rel="noreferrer">
          {t('explorer')}
        </a>
      )}
      {data.memo !== '' && (
        <>
          <Copied label={t('memo')} copyLabel={t('copyMemo')} text={data.memo} />
          <p className={styles.warning}>{t('memoWarning')}</p>
        </>
      )}
      <Terms ticker={ticker} method={method} />
      <Actions address={data} />
    </section>
  );
}

/** Reads the address again when a deposit appears: after it a new one may be had. */
function useUseOf(address: DepositAddress | undefined): void {
  const { ticker = '', network = '', is_used: isUsed = true } = address ?? {};
  const client = useQueryClient();
  const newest = useQuery({ ...recentDepositsQuery(ticker), enabled: !isUsed }).data?.result[0]?.id;
  useEffect(() => {
    if (newest !== undefined && !isUsed)
      void client.invalidateQueries({ queryKey: [...depositAddressKey(ticker, network)] });
  }, [newest, isUsed, ticker, network, client]);
}

function Copied({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    <div className={styles.copied}>
      <span className="hint">{label}</span>
      <span className={styles.value}>
        <strong className="mono">{text}</strong>
        <CopyButton text={text} label={copyLabel} />
      </span>
    </div>
  );
}

const minuteSeconds = 60;

function Terms({ ticker, method: { minAmount, network } }: CardProps) {
  const { t } = useTranslation('deposits');
  const seconds = network?.seconds ?? 0;
  const arrival =
    seconds < 2 * minuteSeconds
      ? t('seconds', { count: seconds })
      : t('minutes', { count: Math.ceil(seconds / minuteSeconds) });
  return (
    <dl className={styles.terms}>
      <div>
        <dt>{t('minimum')}</dt>
        <dd className="tabular">
          {minAmount} {ticker}
        </dd>
      </div>
      <div>
        <dt>{t('confirmations')}</dt>
        <dd className="tabular">{network?.confirmations}</dd>
      </div>
      <div>
        <dt>{t('arrival')}</dt>
        <dd>{arrival}</dd>
      </div>
    </dl>
  );
}

/** Shorter than the confirmations take, so that this and the notice of the deposit are not shown together. */
const faucetNoticeMs = 4_000;

function Actions({ address }: { address: DepositAddress }) {
  const { t } = useTranslation('deposits');
  const { ticker, network, is_used: isUsed, has_faucet: hasFaucet } = address;
  const hint = useId();
  const client = useQueryClient();
  const onError = (error: Error) => notify.error(error.message);
  const create = useMutation({
    mutationFn: () => newDepositAddress(ticker, network),
    onSuccess: (made) => {
      client.setQueryData(depositAddressKey(ticker, network), made);
      notify.success(t('newAddressDone'));
    },
    onError,
  });
  const faucet = useMutation({
    mutationFn: () => askFaucet(ticker, network),
    onSuccess: ({ amount }) => {
      notify.success(t('faucetDone', { amount, ticker }), { durationMs: faucetNoticeMs });
      return client.invalidateQueries({ queryKey: recentDepositsQuery(ticker).queryKey });
    },
    onError,
  });
  return (
    <div className={styles.actions}>
      <Button
        variant="default"
        disabled={!isUsed}
        aria-describedby={isUsed ? undefined : hint}
        loading={create.isPending}
        onClick={() => create.mutate()}
      >
        {t('newAddress')}
      </Button>
      {hasFaucet && (
        <Button loading={faucet.isPending} onClick={() => faucet.mutate()}>
          {t('faucet')}
        </Button>
      )}
      {!isUsed && (
        <p id={hint} className={`hint ${styles.about}`}>
          {t('newAddressLater')}
        </p>
      )}
    </div>
  );
}
