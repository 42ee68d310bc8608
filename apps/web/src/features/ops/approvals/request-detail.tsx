import { Button } from '@mantine/core';
import type { RequestView } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { requestQuery } from '../../../api/operators.ts';
import { notify } from '../../../ui/notify.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts, JsonFacts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { ObjectLink } from '../records/object-link.tsx';
import { useActionName } from './use-action-name.ts';

const tones: Record<RequestView['status'], ChipTone> = {
  pending: 'waiting',
  done: 'done',
  rejected: 'failed',
  expired: 'attention',
};

/** A request as it will be done, and the decision on it. */
export function RequestDetail({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  const query = useQuery(requestQuery(id));
  return (
    <DetailState query={query} title={t('list.detailNotLoaded')}>
      {(request) => <Loaded request={request} />}
    </DetailState>
  );
}

function Loaded({ request }: { request: RequestView }) {
  const { t } = useTranslation('ops');
  const [deciding, setDeciding] = useState<'approve' | 'reject'>();
  const { id, action, maker, checker, mine, permission, status } = request;
  const nameOf = useActionName();
  const isOpen = status === 'pending';
  const mayApprove = isOpen && !mine && permission !== null;
  useKeys({
    a: mayApprove ? () => setDeciding('approve') : undefined,
    r: isOpen ? () => setDeciding('reject') : undefined,
  });
  return (
    <article aria-label={`${id} ${nameOf(action)}`}>
      <div className={styles.head}>
        <h2>
          {id} {nameOf(action)}
        </h2>
        <StatusChip tone={tones[status]} label={t(`approvals.status.${status}`)} />
        {isOpen && !mine && <ClaimButton queue="approvals" id={String(id)} />}
      </div>
      <Facts
        rows={[
          [t('approvals.reason'), request.reason],
          [
            t('approvals.action'),
            <span key="action" className="mono">
              {action}
            </span>,
          ],
          [t('approvals.maker'), <ObjectLink key="maker" name={`ops:${maker}`} />],
          ...(checker === null
            ? []
            : ([[t('approvals.checker'), <ObjectLink key="checker" name={`ops:${checker}`} />]] as const)),
          [t('approvals.created'), <WholeMoment key="created" seconds={request.created} />],
          [t('approvals.expires'), <WholeMoment key="expires" seconds={request.expires} />],
          [t('approvals.permission'), permission ?? t('approvals.unknown')],
          [
            t('approvals.hash'),
            <span key="hash" className="mono">
              {request.hash}
            </span>,
          ],
        ]}
      />
      {isOpen && (
        <div className={styles.actions}>
          {mayApprove && <Button onClick={() => setDeciding('approve')}>{t('approvals.approve')}</Button>}
          <Button variant="default" onClick={() => setDeciding('reject')}>
            {t(mine ? 'approvals.withdraw' : 'approvals.reject')}
          </Button>
        </div>
      )}
      <section className={styles.part}>
        <h3>{t('approvals.payload')}</h3>
        <JsonFacts value={request.payload} />
      </section>
      {deciding === 'approve' && <Approve request={request} onClose={() => setDeciding(undefined)} />}
      {deciding === 'reject' && <Reject request={request} onClose={() => setDeciding(undefined)} />}
    </article>
  );
}

interface DecideProps {
  request: RequestView;
  onClose: () => void;
}

function Approve({ request: { id, hash, maker, payload }, onClose }: DecideProps) {
  const { t } = useTranslation('ops');
  return (
    <DecisionDialog
      title={t('approvals.approveTitle', { id })}
      confirmLabel={t('approvals.approveVerb')}
      reasons={t('approvals.usual', { returnObjects: true }) as string[]}
      submit={(reason) => call('POST /v2/ops/requests/:id/approve', { params: { id }, body: { hash, reason } })}
      doneText={t('approvals.approved', { id })}
      onDecided={({ warning }) => warning !== null && notify.warning(warning)}
      onClose={onClose}
    >
      <p>{t('approvals.approveBody', { maker })}</p>
      <div className={styles.part}>
        <JsonFacts value={payload} />
      </div>
    </DecisionDialog>
  );
}

function Reject({ request: { id, mine }, onClose }: DecideProps) {
  const { t } = useTranslation('ops');
  return (
    <DecisionDialog
      title={t(mine ? 'approvals.withdrawTitle' : 'approvals.rejectTitle', { id })}
      confirmLabel={t(mine ? 'approvals.withdrawVerb' : 'approvals.rejectVerb')}
      tone="danger"
      submit={(reason) => call('POST /v2/ops/requests/:id/reject', { params: { id }, body: { reason } })}
      doneText={t('approvals.rejected', { id })}
      onClose={onClose}
    />
  );
}
