import { Button } from '@mantine/core';
import type { UnclaimedTransfer } from '@pelican/shared/contracts/deposits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { unclaimedTransferQuery } from '../../../api/unclaimed-desk.ts';
import { paths } from '../../../platform/paths.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { AssignDialog, ReturnDialog } from './decisions.tsx';

const tones: Record<UnclaimedTransfer['state'], ChipTone> = { open: 'waiting', assigned: 'done', returned: 'done' };

/** A transfer that belongs to nobody, and the decision. */
export function UnclaimedDetail({ id, goOn }: { id: number; goOn: () => void }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(unclaimedTransferQuery(id))} title={t('list.detailNotLoaded')}>
      {(transfer) => <Loaded transfer={transfer} goOn={goOn} />}
    </DetailState>
  );
}

function Loaded({ transfer, goOn }: { transfer: UnclaimedTransfer; goOn: () => void }) {
  const { t } = useTranslation('ops-unclaimed');
  const [deciding, setDeciding] = useState<'assign' | 'return'>();
  const { id, amount, ticker, state, user, memo, reason, request, decided_at: decidedAt } = transfer;
  const mayDecide = state === 'open' && request === null;
  useKeys({
    a: mayDecide ? () => setDeciding('assign') : undefined,
    r: mayDecide ? () => setDeciding('return') : undefined,
  });
  const dialog = { transfer, onDone: goOn, onClose: () => setDeciding(undefined) };
  return (
    <article aria-label={`${amount} ${ticker}`}>
      <div className={styles.head}>
        <h2>{`${amount} ${ticker}`}</h2>
        <StatusChip tone={tones[state]} label={t(`state.${state}`)} />
        {state === 'open' && <ClaimButton queue="unclaimed_transfers" id={String(id)} />}
      </div>
      <Facts
        rows={[
          [t('network'), transfer.network],
          [t('address'), transfer.address],
          ...(memo === '' ? [] : [[t('memo'), memo] as [string, string]]),
          [t('transaction'), <Transaction key="transaction" {...transfer} />],
          [
            t('confirmations'),
            t('confirmationsOf', { count: transfer.confirmations, needed: transfer.confirmations_needed }),
          ],
          [t('seen'), <WholeMoment key="seen" seconds={transfer.created_at} />],
          ...(decidedAt === null
            ? []
            : [[t('decided'), <WholeMoment key="decided" seconds={decidedAt} />] as [string, React.ReactNode]]),
          ...(reason === '' ? [] : [[t('reason'), reason] as [string, string]]),
        ]}
      />
      {user && (
        <p>
          {t('user')} <Link to={`${paths.operators}/users/${user.id}`}>{user.email}</Link>,{' '}
          {t('deposit', { id: user.deposit })}
        </p>
      )}
      {request && (
        <p role="status">
          {t('asked', { maker: request.maker })}{' '}
          <Link to={`${paths.operators}/approvals/${request.id}`}>{t('request', { id: request.id })}</Link>
        </p>
      )}
      {mayDecide && (
        <div className={styles.actions}>
          <Button onClick={() => setDeciding('assign')}>{t('assign')}</Button>
          <Button variant="default" onClick={() => setDeciding('return')}>
            {t('return')}
          </Button>
        </div>
      )}
      {deciding === 'assign' && <AssignDialog {...dialog} />}
      {deciding === 'return' && <ReturnDialog {...dialog} />}
    </article>
  );
}

function Transaction({ tx_hash: hash, explorer_link: link }: UnclaimedTransfer) {
  if (link === '') return hash;
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {hash}
    </a>
  );
}
