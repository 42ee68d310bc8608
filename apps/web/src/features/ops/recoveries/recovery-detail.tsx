import { Button } from '@mantine/core';
import type { FactorRecoveryView } from '@pelican/shared/contracts/factor-recovery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { recoveryQuery } from '../../../api/operators.ts';
import { paths } from '../../../platform/paths.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';

const tones: Record<FactorRecoveryView['status'], ChipTone> = {
  waiting: 'waiting',
  approved: 'attention',
  done: 'done',
  refused: 'failed',
  stopped: 'failed',
};

/** Somebody who has lost every second factor, and the decision. */
export function RecoveryDetail({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  const query = useQuery(recoveryQuery(id));
  return (
    <DetailState query={query} title={t('list.detailNotLoaded')}>
      {(recovery) => <Loaded recovery={recovery} />}
    </DetailState>
  );
}

function Loaded({ recovery }: { recovery: FactorRecoveryView }) {
  const { t } = useTranslation('ops');
  const [deciding, setDeciding] = useState<'approve' | 'refuse'>();
  const { id, user_id: userId, email, status, request, effective, ended } = recovery;
  const mayApprove = status === 'waiting' && request === null;
  const mayRefuse = status === 'waiting' || status === 'approved';
  useKeys({
    a: mayApprove ? () => setDeciding('approve') : undefined,
    r: mayRefuse ? () => setDeciding('refuse') : undefined,
  });
  const person = `${paths.operators}/users/${userId}`;
  return (
    <article aria-label={email}>
      <div className={styles.head}>
        <h2>{email}</h2>
        <StatusChip tone={tones[status]} label={t(`recoveries.status.${status}`)} />
        {mayRefuse && <ClaimButton queue="factor_recoveries" id={String(id)} />}
      </div>
      <Facts
        rows={[
          [t('recoveries.requested'), <WholeMoment key="requested" seconds={recovery.requested} />],
          [t('recoveries.effective'), effective === null ? '–' : <WholeMoment key="effective" seconds={effective} />],
          [t('recoveries.endedAt'), ended === null ? '–' : <WholeMoment key="ended" seconds={ended} />],
          [t('recoveries.kyc'), t(`users.kyc.${recovery.kyc}`, recovery.kyc)],
          [t('recoveries.phone'), t(`recoveries.phones.${recovery.phone_shown ?? 'none'}`)],
        ]}
      />
      {request && (
        <p role="status">
          {t('recoveries.asked', { maker: request.maker })}{' '}
          <Link to={`${paths.operators}/approvals/${request.id}`}>{t('recoveries.request', { id: request.id })}</Link>
        </p>
      )}
      {mayRefuse && (
        <div className={styles.actions}>
          {mayApprove && <Button onClick={() => setDeciding('approve')}>{t('recoveries.approve')}</Button>}
          <Button variant="default" onClick={() => setDeciding('refuse')}>
            {t('recoveries.refuse')}
          </Button>
        </div>
      )}
      <section className={styles.part}>
        <h3>{t('recoveries.evidence')}</h3>
        <p>{t('recoveries.evidenceBody')}</p>
        <p>
          <Link to={`${person}?tab=timeline`}>{t('recoveries.timeline')}</Link>
        </p>
        <p>
          <Link to={person}>{t('recoveries.account')}</Link>
        </p>
      </section>
      {deciding && <Decide recovery={recovery} decision={deciding} onClose={() => setDeciding(undefined)} />}
    </article>
  );
}

interface DecideProps {
  recovery: FactorRecoveryView;
  decision: 'approve' | 'refuse';
  onClose: () => void;
}

function Decide({ recovery: { id, email }, decision, onClose }: DecideProps) {
  const { t } = useTranslation('ops');
  const isApproval = decision === 'approve';
  return (
    <DecisionDialog
      title={t(`recoveries.${decision}Title`, { email })}
      confirmLabel={t(`recoveries.${decision}Verb`)}
      tone={isApproval ? 'primary' : 'danger'}
      reasons={
        t(isApproval ? 'recoveries.usualApprove' : 'recoveries.usualRefuse', { returnObjects: true }) as string[]
      }
      submit={(reason) => call(`POST /v2/ops/factor-recoveries/:id/${decision}`, { params: { id }, body: { reason } })}
      takesTwo={isApproval ? 'always' : undefined}
      doneText={t(isApproval ? 'recoveries.approved' : 'recoveries.refused', { email })}
      onClose={onClose}
    >
      <p>{t(`recoveries.${decision}Body`)}</p>
    </DecisionDialog>
  );
}
