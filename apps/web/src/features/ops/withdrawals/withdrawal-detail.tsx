import { Button } from '@mantine/core';
import {
  type WithdrawalDetail as Detail,
  type WithdrawalRisk,
  withdrawalRefusalNames,
  withdrawalRefusals,
  withdrawalRisks,
} from '@pelican/shared/contracts/withdrawals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { withdrawalCaseQuery } from '../../../api/withdrawal-desk.ts';
import { paths } from '../../../platform/paths.ts';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';

const unconfirmedByAdmin = 6;

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
  const [deciding, setDeciding] = useState<'approve' | 'reject'>();
  const { id, email, status, user_id: userId, ticker, evidence, memo, reason, risks } = withdrawal;
  const isOpen = status === unconfirmedByAdmin;
  useKeys({
    a: isOpen ? () => setDeciding('approve') : undefined,
    r: isOpen ? () => setDeciding('reject') : undefined,
  });
  return (
    <article aria-label={email}>
      <div className={styles.head}>
        <h2>{email}</h2>
        {isOpen && <ClaimButton queue="withdrawals" id={String(id)} />}
      </div>
      <Facts
        rows={[
          [t('amount'), `${withdrawal.amount} ${ticker} · $${withdrawal.usd_value}`],
          [t('net'), `${withdrawal.net} ${ticker}`],
          [t('network'), withdrawal.paymentMethodName],
          [t('address'), withdrawal.address],
          ...(memo === '' ? [] : [[t('memo'), memo] as [string, string]]),
          [t('risks'), risks.map((risk) => withdrawalRisks[risk as WithdrawalRisk] ?? risk).join('. ') || t('none')],
          [t('day'), t('dayText', { count: evidence.day_count, usd: evidence.day_usd })],
          [t('before'), String(evidence.to_address_before)],
          [t('others'), String(evidence.others_to_address)],
          [t('saved'), t(evidence.is_saved ? 'yes' : 'no')],
          [t('since'), <WholeMoment key="since" seconds={evidence.user_since} />],
          [t('factors'), evidence.recent_factors.map(({ method }) => method).join(', ') || t('none')],
          [t('signIns'), evidence.sign_ins.map(({ ip }) => ip).join(', ') || t('none')],
          [t('requested'), <WholeMoment key="requested" seconds={withdrawal.createdAt / 1_000} />],
          ...(reason === '' ? [] : [[t('reason'), reason] as [string, string]]),
        ]}
      />
      {isOpen && (
        <div className={styles.actions}>
          <Button onClick={() => setDeciding('approve')}>{t('approve')}</Button>
          <Button variant="default" onClick={() => setDeciding('reject')}>
            {t('reject')}
          </Button>
        </div>
      )}
      <p>
        <Link to={`${paths.operators}/users/${userId}`}>{t('account')}</Link>
      </p>
      {deciding && (
        <Decide withdrawal={withdrawal} decision={deciding} onDone={goOn} onClose={() => setDeciding(undefined)} />
      )}
    </article>
  );
}

interface DecideProps {
  withdrawal: Detail;
  decision: 'approve' | 'reject';
  onDone: () => void;
  onClose: () => void;
}

const refusalOf = (text: string) => withdrawalRefusalNames.find((name) => withdrawalRefusals[name] === text);

function Decide({ withdrawal, decision, onDone, onClose }: DecideProps) {
  const { t } = useTranslation('ops-withdrawals');
  const { id, email, amount, ticker, two_persons: takesTwo } = withdrawal;
  const shared = {
    title: t(`${decision}Title`, { amount, ticker, email }),
    confirmLabel: t(decision),
    onDone,
    onClose,
  };
  if (decision === 'approve')
    return (
      <DecisionDialog
        {...shared}
        reasonIs={takesTwo ? 'required' : 'optional'}
        takesTwo={takesTwo ? 'always' : undefined}
        submit={(reason) =>
          call('POST /v2/ops/withdrawals/:id/approve', { params: { id }, body: reason === '' ? {} : { reason } })
        }
        doneText={t('approved', { email })}
      >
        <p>{t('approveBody')}</p>
      </DecisionDialog>
    );
  return (
    <DecisionDialog
      {...shared}
      tone="danger"
      reasons={Object.values(withdrawalRefusals)}
      isComplete={(reason) => refusalOf(reason.trim()) !== undefined}
      submit={(reason) => {
        const code = refusalOf(reason.trim());
        if (!code) throw new RangeError('a refusal has one of the usual reasons');
        return call('POST /v2/ops/withdrawals/:id/reject', { params: { id }, body: { code } });
      }}
      doneText={t('rejected', { email })}
    >
      <p>{t('rejectBody')}</p>
    </DecisionDialog>
  );
}
