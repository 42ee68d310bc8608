import { Button } from '@mantine/core';
import type { Invoice } from '@pelican/shared/contracts/invoices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { invoiceQuery } from '../../api/invoices.ts';
import { useSession } from '../../api/session.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { Needs, useIsUnverified } from '../../identity/needs.tsx';
import { useWithdrawalLock } from '../../identity/use-withdrawal-lock.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { invoicesPath, payPath, signInPath } from '../../platform/paths.ts';
import { compareDecimals } from '../../ui/decimal-compare.ts';
import { Amount } from '../../ui/numbers.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { InvoiceChip } from './invoice-state.tsx';
import styles from './invoices.module.css';
import './messages.ts';
import { PayByProvider } from './pay-by-provider.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { WholeTime } from './whole-time.tsx';

/** /pay/{hash}: an invoice for everybody who has its link, and paying it for who is signed in. */
export function Component() {
  const { t } = useTranslation('invoices');
  usePageTitle(t('pay.title'));
  const { hash = '' } = useParams();
  const { data, error, refetch } = useQuery(invoiceQuery(hash));
  return (
    <div className={styles.card}>
      <h1>{t('pay.title')}</h1>
      {error && !data && <ErrorState title={t('pay.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={320} />}
      {data && <Shown invoice={data} />}
    </div>
  );
}

function Shown({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const { status, reason, owner, amount, ticker, description } = invoice;
  return (
    <>
      <div role="status">
        <InvoiceChip invoice={invoice} />
        {status !== 'pending' && <p className={styles.why}>{t(`pay.why.${reason || 'paid'}`)}</p>}
      </div>
      <dl className={styles.facts}>
        <dt>{t('pay.owner')}</dt>
        <dd>{owner}</dd>
        <dt>{t('column.amount')}</dt>
        <dd>
          <strong className={styles.sum}>
            <Amount value={amount} decimals={18} ticker={ticker} withTicker />
          </strong>
        </dd>
        {description !== '' && (
          <>
            <dt>{t('column.description')}</dt>
            <dd>{description}</dd>
          </>
        )}
        <dt>{t('column.created')}</dt>
        <dd>
          <WholeTime seconds={invoice.created_at} />
        </dd>
        {status === 'pending' && (
          <>
            <dt>{t('column.expires')}</dt>
            <dd>
              <WholeTime seconds={invoice.expires_at} />
            </dd>
          </>
        )}
      </dl>
      {status === 'pending' && <Paying invoice={invoice} />}
    </>
  );
}

function Paying({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const { status } = useSession();
  if (status === 'restoring') return <Skeleton width="100%" height={88} />;
  if (status !== 'signedIn')
    return (
      <Link className={styles.primary} to={signInPath(payPath(invoice.id))}>
        {t('pay.signIn')}
      </Link>
    );
  return <PayingUser invoice={invoice} />;
}

function PayingUser({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const { amount, ticker } = invoice;
  const { data: settings } = useQuery(generalSettingsQuery);
  const { data: balances, error, refetch } = useQuery(balancesQuery);
  const isUnverified = useIsUnverified('withdraw');
  const isLocked = useWithdrawalLock() !== undefined;
  const [isPaying, setIsPaying] = useState(false);
  if (error && !balances) return <ErrorState title={t('pay.failed')} error={error} onRetry={() => void refetch()} />;
  if (!settings || !balances) return <Skeleton width="100%" height={88} />;
  if (settings.id === invoice.owner_id)
    return (
      <p className="muted">
        {t('pay.own')} <Link to={invoicesPath}>{t('pay.toInvoices')}</Link>
      </p>
    );
  const available = balances.byTicker.get(ticker)?.main_available ?? '0';
  const isEnough = compareDecimals(available, amount) >= 0;
  return (
    <>
      <Needs activity="withdraw" />
      <p className={styles.available}>
        <span>{t('pay.available')}</span>
        <Amount value={available} ticker={ticker} withTicker />
      </p>
      {isEnough ? (
        <>
          <p className="hint">{t('pay.trust')}</p>
          <Button size="md" disabled={isUnverified || isLocked} onClick={() => setIsPaying(true)}>
            {t('pay.submit')}
          </Button>
        </>
      ) : (
        <PayByProvider invoice={invoice} disabled={isUnverified} />
      )}
      {isPaying && <PayDialog invoice={invoice} onClose={() => setIsPaying(false)} />}
    </>
  );
}
