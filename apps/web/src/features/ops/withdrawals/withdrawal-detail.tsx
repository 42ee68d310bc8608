import { Button } from '@mantine/core';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import {
  type WithdrawalDetail as Detail,
  type PayoutAction,
  type PayoutProblem,
  payoutProblems,
  type WithdrawalRisk,
  withdrawalRisks,
} from '@pelican/shared/contracts/withdrawals';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withdrawalCaseQuery } from '../../../api/withdrawal-desk.ts';
import { paths } from '../../../platform/paths.ts';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { LedgerLink } from '../parts/ledger-link.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { ApproveDialog, FailDialog, PaidByHandDialog, RejectDialog, RetryDialog, SettledDialog } from './decisions.tsx';

const dialogs = {
  approve: ApproveDialog,
  reject: RejectDialog,
  retry: RetryDialog,
  fail: FailDialog,
  paid_by_hand: PaidByHandDialog,
  settled: SettledDialog,
};
type Decision = keyof typeof dialogs;

/** A withdrawal with what is known of it, and the decision. */
export function WithdrawalDetail({ id, goOn }: { id: number; goOn: () => void }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(withdrawalCaseQuery(id))} title={t('list.detailNotLoaded')}>
      {(withdrawal) => <Loaded withdrawal={withdrawal} goOn={goOn} />}
    </DetailState>
  );
}

function Loaded({ withdrawal, goOn }: { withdrawal: Detail; goOn: () => void }) {
  const { t } = useTranslation('ops-withdrawals');
  const [deciding, setDeciding] = useState<Decision>();
  const { id, email, status, user_id: userId, request, payout_actions: payoutActions } = withdrawal;
  const isWaiting = status === paymentStatus.unconfirmedByAdmin;
  // While another operator's request is open, the money is not decided about a second time.
  const possible: readonly Decision[] = [
    ...(isWaiting && request === null ? (['approve'] as const) : []),
    ...(isWaiting ? (['reject'] as const) : []),
    ...(request === null ? payoutActions : ([] as PayoutAction[])),
  ];
  const keyOf = (decision: Decision) => (possible.includes(decision) ? () => setDeciding(decision) : undefined);
  useKeys({ a: keyOf('approve'), r: keyOf('reject') });
  const Dialog = deciding && dialogs[deciding];
  return (
    <article aria-label={email}>
      <div className={styles.head}>
        <h2>{email}</h2>
        {(isWaiting || payoutActions.length > 0) && <ClaimButton queue="withdrawals" id={String(id)} />}
      </div>
      <WithdrawalFacts withdrawal={withdrawal} />
      {request && (
        <p role="status">
          {t('asked', { maker: request.maker })}{' '}
          <Link to={`${paths.operators}/approvals/${request.id}`}>{t('request', { id: request.id })}</Link>
        </p>
      )}
      {possible.length > 0 && (
        <div className={styles.actions}>
          {possible.map((decision, at) => (
            <Button key={decision} variant={at === 0 ? 'filled' : 'default'} onClick={() => setDeciding(decision)}>
              {t(decision)}
            </Button>
          ))}
        </div>
      )}
      <p>
        <Link to={`${paths.operators}/users/${userId}`}>{t('account')}</Link> ·{' '}
        <LedgerLink reference={`withdrawal:${id}`} />
      </p>
      {Dialog && <Dialog withdrawal={withdrawal} onDone={goOn} onClose={() => setDeciding(undefined)} />}
    </article>
  );
}

function WithdrawalFacts({ withdrawal }: { withdrawal: Detail }) {
  const { t } = useTranslation('ops-withdrawals');
  const { ticker, evidence, memo, reason, risks, txHash, payout_problem: problem, payout_next: next } = withdrawal;
  const locked = evidence.withdrawals_locked_until;
  const provider = withdrawal.provider_payout;
  const moment = (key: string, seconds: number): [string, ReactNode] => [
    t(key),
    <WholeMoment key={key} seconds={seconds} />,
  ];
  return (
    <Facts
      rows={[
        ...(problem === null ? [] : [row(t('problem'), payoutProblems[problem as PayoutProblem] ?? problem)]),
        ...(next === null ? [] : [moment('nextTry', next)]),
        [t('amount'), `${withdrawal.amount} ${ticker} · $${withdrawal.usd_value}`],
        [t('net'), `${withdrawal.net} ${ticker}`],
        [t('network'), withdrawal.paymentMethodName],
        [t('address'), withdrawal.address],
        ...(memo === '' ? [] : [row(t('memo'), memo)]),
        ...(txHash === '' ? [] : [row(t('transactionHash'), txHash)]),
        ...(provider === null
          ? []
          : [
              row(t('providerReference'), provider.reference),
              row(t('providerPayment'), provider.payment_id ?? t('none')),
              row(t('providerOutcome'), t(`outcome.${provider.outcome ?? 'open'}`)),
            ]),
        [t('risks'), risks.map((risk) => withdrawalRisks[risk as WithdrawalRisk] ?? risk).join('. ') || t('none')],
        [t('day'), t('dayText', { count: evidence.day_count, usd: evidence.day_usd })],
        [t('before'), String(evidence.to_address_before)],
        [t('others'), String(evidence.others_to_address)],
        [t('saved'), t(evidence.is_saved ? 'yes' : 'no')],
        moment('since', evidence.user_since),
        ...(locked === null ? [] : [moment('lockedUntil', locked)]),
        [t('factors'), evidence.recent_factors.map(({ method }) => method).join(', ') || t('none')],
        [t('signIns'), evidence.sign_ins.flatMap(({ ip }) => ip || []).join(', ') || t('none')],
        moment('requested', withdrawal.createdAt / 1_000),
        ...(reason === '' ? [] : [row(t('reason'), reason)]),
      ]}
    />
  );
}

const row = (name: string, value: string): [string, string] => [name, value];
