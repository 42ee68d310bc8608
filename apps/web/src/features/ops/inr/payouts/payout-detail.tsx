import { Button } from '@mantine/core';
import type { InrPayoutDetail, InrPayoutState } from '@pelican/shared/contracts/inr';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { payoutCaseQuery } from '../../../../api/inr-desk.ts';
import { paths } from '../../../../platform/paths.ts';
import { Amount } from '../../../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../../../ui/status-chip.tsx';
import { useKeys } from '../../keys/use-keys.ts';
import { ClaimButton } from '../../parts/claim-button.tsx';
import styles from '../../parts/detail.module.css';
import { Facts } from '../../parts/facts.tsx';
import { DetailState } from '../../parts/list-screen.tsx';
import { WholeMoment } from '../../parts/whole-moment.tsx';
import { FailDialog, PayDialog } from './decisions.tsx';

const tones: Record<InrPayoutState, ChipTone> = {
  ready: 'waiting',
  taken: 'progress',
  paid: 'done',
  failed: 'failed',
};

/** A withdrawal of rupees with its bank account, and what became of the transfer. */
export function PayoutDetail({ id, goOn }: { id: number; goOn: () => void }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(payoutCaseQuery(id))} title={t('list.detailNotLoaded')}>
      {(payout) => <Loaded payout={payout} goOn={goOn} />}
    </DetailState>
  );
}

function Loaded({ payout, goOn }: { payout: InrPayoutDetail; goOn: () => void }) {
  const { t } = useTranslation('ops-inr-payouts');
  const [deciding, setDeciding] = useState<'pay' | 'fail'>();
  const { id, state, request, may_be_paid: mayBePaid } = payout;
  const isOpen = state === 'ready' || state === 'taken';
  const mayDecide = (state === 'taken' || mayBePaid) && request === null;
  const mayFail = mayDecide && !mayBePaid;
  useKeys({
    a: mayDecide ? () => setDeciding('pay') : undefined,
    r: mayFail ? () => setDeciding('fail') : undefined,
  });
  const dialog = { payout, onDone: goOn, onClose: () => setDeciding(undefined) };
  return (
    <article aria-label={t('payTitle', { id })}>
      <div className={styles.head}>
        <h2>{payout.email}</h2>
        <StatusChip tone={tones[state]} label={t(`state.${state}`)} />
        {isOpen && <ClaimButton queue="inr_payouts" id={String(id)} />}
      </div>
      <Facts rows={factsOf(payout, t)} />
      {mayBePaid && <p className="muted">{t('stopped.hint')}</p>}
      {state === 'ready' && !mayBePaid && <p className="muted">{t('readyHint')}</p>}
      {request && (
        <p role="status">
          {t('asked', { maker: request.maker })}{' '}
          <Link to={`${paths.operators}/approvals/${request.id}`}>{t('request', { id: request.id })}</Link>
        </p>
      )}
      {mayDecide && (
        <div className={styles.actions}>
          <Button onClick={() => setDeciding('pay')}>{t('pay')}</Button>
          {mayFail && (
            <Button variant="default" onClick={() => setDeciding('fail')}>
              {t('fail')}
            </Button>
          )}
        </div>
      )}
      <p>
        <Link to={`${paths.operators}/users/${payout.user_id}`}>{t('account')}</Link>
      </p>
      {deciding === 'pay' && <PayDialog {...dialog} />}
      {deciding === 'fail' && <FailDialog {...dialog} />}
    </article>
  );
}

function factsOf(payout: InrPayoutDetail, t: (key: string) => string): Parameters<typeof Facts>[0]['rows'] {
  const { id, ticker, batch, utr, reason, taken_at: takenAt } = payout;
  const money = (value: string) => <Amount key={value} value={value} decimals={2} ticker={ticker} withTicker />;
  return [
    [t('net'), money(payout.net)],
    [t('amount'), money(payout.amount)],
    [t('fee'), money(payout.fee)],
    [t('holder'), payout.full_name],
    [t('bank'), payout.bank],
    [t('number'), payout.account_number],
    [t('reference'), `W${id}`],
    ...(batch === null ? [] : [[t('batchOf'), String(batch)] as [string, string]]),
    ...(utr === null ? [] : [[t('utr'), utr] as [string, string]]),
    [t('since'), <WholeMoment key="since" seconds={payout.confirmed_at} />],
    ...(takenAt === null
      ? []
      : [[t('takenAt'), <WholeMoment key="taken" seconds={takenAt} />] as [string, React.ReactNode]]),
    ...(reason === '' ? [] : [[t('reason'), reason] as [string, string]]),
  ];
}
