import { Button } from '@mantine/core';
import type { InrDepositDetail } from '@pelican/shared/contracts/inr';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { depositCaseQuery } from '../../../../api/inr-desk.ts';
import { paths } from '../../../../platform/paths.ts';
import { Amount } from '../../../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../../../ui/status-chip.tsx';
import { useKeys } from '../../keys/use-keys.ts';
import { ClaimButton } from '../../parts/claim-button.tsx';
import styles from '../../parts/detail.module.css';
import { Facts } from '../../parts/facts.tsx';
import { LedgerLink } from '../../parts/ledger-link.tsx';
import { DetailState } from '../../parts/list-screen.tsx';
import { WholeMoment } from '../../parts/whole-moment.tsx';
import { CreditDialog, RefuseDialog } from './decisions.tsx';

const chips: Record<number, { state: 'waiting' | 'credited' | 'refused'; tone: ChipTone }> = {
  [paymentStatus.unconfirmedByAdmin]: { state: 'waiting', tone: 'waiting' },
  [paymentStatus.successful]: { state: 'credited', tone: 'done' },
  [paymentStatus.unsuccessful]: { state: 'refused', tone: 'failed' },
};

/** A transfer that a user has reported, and the decision. */
export function DepositDetail({ id, goOn }: { id: number; goOn: () => void }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(depositCaseQuery(id))} title={t('list.detailNotLoaded')}>
      {(deposit) => <Loaded deposit={deposit} goOn={goOn} />}
    </DetailState>
  );
}

function Loaded({ deposit, goOn }: { deposit: InrDepositDetail; goOn: () => void }) {
  const { t } = useTranslation('ops-inr-deposits');
  const [deciding, setDeciding] = useState<'credit' | 'refuse'>();
  const { id, ticker, request } = deposit;
  const isWaiting = deposit.status === paymentStatus.unconfirmedByAdmin;
  const mayCredit = isWaiting && request === null;
  useKeys({
    a: mayCredit ? () => setDeciding('credit') : undefined,
    r: isWaiting ? () => setDeciding('refuse') : undefined,
  });
  const { state, tone } = chips[deposit.status] ?? { state: 'waiting', tone: 'waiting' };
  const dialog = { deposit, onDone: goOn, onClose: () => setDeciding(undefined) };
  return (
    <article aria-label={deposit.transaction_id}>
      <div className={styles.head}>
        <h2>{deposit.transaction_id}</h2>
        <StatusChip tone={tone} label={t(`state.${state}`)} />
        {isWaiting && <ClaimButton queue="inr_deposits" id={String(id)} />}
      </div>
      <Facts
        rows={[
          [
            t('reported'),
            <Amount
              key="reported"
              value={deposit.reported_amount ?? deposit.amount}
              decimals={2}
              ticker={ticker}
              withTicker
            />,
          ],
          ...(deposit.reported_amount === null
            ? []
            : [
                [
                  t('arrived'),
                  <Amount key="arrived" value={deposit.amount} decimals={2} ticker={ticker} withTicker />,
                ] as [string, ReactNode],
              ]),
          [t('fee'), <Amount key="fee" value={deposit.fee} decimals={2} ticker={ticker} withTicker />],
          [t('user'), deposit.email],
          [t('holder'), deposit.full_name],
          [t('bank'), `${deposit.bank_name} · ${deposit.ifsc_code} · ${deposit.whole_number}`],
          [t('since'), <WholeMoment key="since" seconds={deposit.created_at} />],
          ...(deposit.reason === '' ? [] : [[t('reason'), deposit.reason] as [string, string]]),
        ]}
      />
      {request && (
        <p role="status">
          {t('asked', { maker: request.maker })}{' '}
          <Link to={`${paths.operators}/approvals/${request.id}`}>{t('request', { id: request.id })}</Link>
        </p>
      )}
      {isWaiting && (
        <div className={styles.actions}>
          {mayCredit && <Button onClick={() => setDeciding('credit')}>{t('approve')}</Button>}
          <Button variant="default" onClick={() => setDeciding('refuse')}>
            {t('reject')}
          </Button>
        </div>
      )}
      <p>
        <Link to={`${paths.operators}/users/${deposit.user_id}`}>{t('account')}</Link> ·{' '}
        <LedgerLink reference={`deposit:${id}`} />
      </p>
      {deciding === 'credit' && <CreditDialog {...dialog} />}
      {deciding === 'refuse' && <RefuseDialog {...dialog} />}
    </article>
  );
}
