import { Button } from '@mantine/core';
import type { InrBankDetail } from '@pelican/shared/contracts/inr';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../../api/call.ts';
import { bankCaseQuery } from '../../../../api/inr-desk.ts';
import { paths } from '../../../../platform/paths.ts';
import { type ChipTone, StatusChip } from '../../../../ui/status-chip.tsx';
import { useKeys } from '../../keys/use-keys.ts';
import { ClaimButton } from '../../parts/claim-button.tsx';
import { DecisionDialog } from '../../parts/decision-dialog.tsx';
import styles from '../../parts/detail.module.css';
import { Facts } from '../../parts/facts.tsx';
import { DetailState } from '../../parts/list-screen.tsx';
import { WholeMoment } from '../../parts/whole-moment.tsx';

const tones: Record<InrBankDetail['status'], ChipTone> = { pending: 'waiting', active: 'done', canceled: 'failed' };

/** A bank account with its number, the name of its user's identity, and the decision. */
export function BankDetail({ id, goOn }: { id: number; goOn: () => void }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(bankCaseQuery(id))} title={t('list.detailNotLoaded')}>
      {(bank) => <Loaded bank={bank} goOn={goOn} />}
    </DetailState>
  );
}

function Loaded({ bank, goOn }: { bank: InrBankDetail; goOn: () => void }) {
  const { t } = useTranslation('ops-inr-banks');
  const [deciding, setDeciding] = useState<'approve' | 'reject'>();
  const { id, email, status, user_id: userId, is_branch_known: isBranchKnown, name_matches: matches, request } = bank;
  const isOpen = status === 'pending';
  const mayApprove = isOpen && request === null;
  useKeys({
    a: mayApprove ? () => setDeciding('approve') : undefined,
    r: isOpen ? () => setDeciding('reject') : undefined,
  });
  return (
    <article aria-label={email}>
      <div className={styles.head}>
        <h2>{email}</h2>
        <StatusChip tone={tones[status]} label={t(`status.${status}`)} />
        {isOpen && <ClaimButton queue="inr_banks" id={String(id)} />}
      </div>
      <Facts
        rows={[
          [t('holder'), bank.full_name],
          [t('passport'), bank.passport_name ?? t('passportNone')],
          [
            t('match'),
            <StatusChip
              key="match"
              tone={matches ? 'done' : 'attention'}
              label={t(matches ? 'matches' : bank.passport_name === null ? 'unknownName' : 'mismatch')}
            />,
          ],
          [t('number'), bank.account_number],
          [t('ifsc'), `${bank.ifsc_code} · ${bank.bank_name}${isBranchKnown ? '' : ` · ${t('branchUnknown')}`}`],
          [t('type'), t(`types.${bank.account_type}`)],
          [t('others'), String(bank.others)],
          [t('added'), <WholeMoment key="added" seconds={bank.created} />],
          ...(bank.reason === '' ? [] : [[t('reason'), bank.reason] as [string, string]]),
        ]}
      />
      {request && (
        <p role="status">
          {t('asked', { maker: request.maker })}{' '}
          <Link to={`${paths.operators}/approvals/${request.id}`}>{t('request', { id: request.id })}</Link>
        </p>
      )}
      {isOpen && (
        <div className={styles.actions}>
          {mayApprove && <Button onClick={() => setDeciding('approve')}>{t('approve')}</Button>}
          <Button variant="default" onClick={() => setDeciding('reject')}>
            {t('reject')}
          </Button>
        </div>
      )}
      <p>
        <Link to={`${paths.operators}/users/${userId}`}>{t('account')}</Link>
      </p>
      {deciding && <Decide bank={bank} decision={deciding} onDone={goOn} onClose={() => setDeciding(undefined)} />}
    </article>
  );
}

interface DecideProps {
  bank: InrBankDetail;
  decision: 'approve' | 'reject';
  onDone: () => void;
  onClose: () => void;
}

function Decide({ bank: { id, email, name_matches: matches }, decision, onDone, onClose }: DecideProps) {
  const { t } = useTranslation('ops-inr-banks');
  const isApproval = decision === 'approve';
  return (
    <DecisionDialog
      title={t(`${decision}Title`, { email })}
      confirmLabel={t(decision)}
      tone={isApproval ? 'primary' : 'danger'}
      reasonIs={isApproval && matches ? 'optional' : 'required'}
      {...(isApproval ? {} : { reasons: t('usualReasons', { returnObjects: true }) as string[] })}
      submit={(reason) =>
        isApproval
          ? call('POST /v2/ops/inr-banks/:id/approve', {
              params: { id },
              body: reason === '' ? {} : { reason },
            })
          : call('POST /v2/ops/inr-banks/:id/reject', { params: { id }, body: { reason } })
      }
      takesTwo={isApproval && !matches ? 'always' : undefined}
      doneText={t(isApproval ? 'approved' : 'rejected', { email })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t(`${decision}Body`)}</p>
    </DecisionDialog>
  );
}
