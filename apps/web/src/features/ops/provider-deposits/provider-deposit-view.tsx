import { Button } from '@mantine/core';
import type { ProviderDepositDetail } from '@pelican/shared/contracts/fiat';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { providerDepositQuery } from '../../../api/fiat-desk.ts';
import { PaymentStatusChip } from '../../../payments/payment-status.tsx';
import { paths } from '../../../platform/paths.ts';
import { Amount } from '../../../ui/numbers.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { LedgerLink } from '../parts/ledger-link.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { CreditDialog, EndDialog } from './decisions.tsx';
import { Reports } from './reports.tsx';

/** A payment that differs from what was asked, what the provider says of it, and the decision. */
export function ProviderDepositView({ id, goOn }: { id: number; goOn: () => void }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(providerDepositQuery(id))} title={t('list.detailNotLoaded')}>
      {(deposit) => <Loaded deposit={deposit} goOn={goOn} />}
    </DetailState>
  );
}

function Loaded({ deposit, goOn }: { deposit: ProviderDepositDetail; goOn: () => void }) {
  const { t } = useTranslation('ops-provider-deposits');
  const [deciding, setDeciding] = useState<'credit' | 'end'>();
  const { id, request, status, is_erased: isErased } = deposit;
  const isWaiting = status === paymentStatus.unconfirmedByAdmin;
  const mayCredit = isWaiting && request === null && !isErased;
  useKeys({
    a: mayCredit ? () => setDeciding('credit') : undefined,
    r: isWaiting ? () => setDeciding('end') : undefined,
  });
  const dialog = { deposit, onDone: goOn, onClose: () => setDeciding(undefined) };
  return (
    <article aria-label={t('name', { id })}>
      <div className={styles.head}>
        <h2>{t('name', { id })}</h2>
        <PaymentStatusChip status={status} />
        {isWaiting && <ClaimButton queue="provider_deposits" id={String(id)} />}
      </div>
      <DepositFacts deposit={deposit} isWaiting={isWaiting} />
      <Reports reports={deposit.reports} />
      {isErased && <p role="status">{t('erased')}</p>}
      {request && (
        <p role="status">
          {t('requested', { maker: request.maker })}{' '}
          <Link to={`${paths.operators}/approvals/${request.id}`}>{t('request', { id: request.id })}</Link>
        </p>
      )}
      {isWaiting && (
        <div className={styles.actions}>
          {mayCredit && <Button onClick={() => setDeciding('credit')}>{t('approve')}</Button>}
          <Button variant="default" onClick={() => setDeciding('end')}>
            {t('reject')}
          </Button>
        </div>
      )}
      <p>
        <Link to={`${paths.operators}/users/${deposit.user_id}`}>{t('account')}</Link> ·{' '}
        <LedgerLink reference={`deposit:${deposit.id}`} />
      </p>
      {deciding === 'credit' && <CreditDialog {...dialog} />}
      {deciding === 'end' && <EndDialog {...dialog} />}
    </article>
  );
}

function DepositFacts({ deposit, isWaiting }: { deposit: ProviderDepositDetail; isWaiting: boolean }) {
  const { t } = useTranslation('ops-provider-deposits');
  const { amount, fee, ticker, paid, reason, address, memo } = deposit;
  const given = (name: string, text: string) => (text === '' ? [] : [[t(name), text] as const]);
  return (
    <Facts
      rows={[
        ...given(isWaiting ? 'why' : 'text', reason),
        [t('asked'), <Amount key="asked" value={amount} ticker={ticker} withTicker />],
        [t('paid'), paid ? <Amount key="paid" value={paid.amount} ticker={paid.ticker} withTicker /> : t('nothing')],
        [t('fee'), <Amount key="fee" value={fee} ticker={ticker} withTicker />],
        [t('user'), deposit.email],
        [t('method'), deposit.method],
        [t('provider'), deposit.provider],
        [
          t('reference'),
          <span key="reference" className="mono">
            {deposit.reference}
          </span>,
        ],
        ...given('address', address),
        ...given('memo', memo),
        [t('created'), <WholeMoment key="created" seconds={deposit.created_at} />],
        [t('expires'), <WholeMoment key="expires" seconds={deposit.expires_at} />],
      ]}
    />
  );
}
