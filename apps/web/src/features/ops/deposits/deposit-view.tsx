import type { NetworkDepositDetail, NetworkDepositState } from '@pelican/shared/contracts/deposits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { networkDepositQuery } from '../../../api/deposit-desk.ts';
import { paths } from '../../../platform/paths.ts';
import { Amount } from '../../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { LedgerLink } from '../parts/ledger-link.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { useOperator } from '../parts/use-operator.ts';
import { WholeMoment } from '../parts/whole-moment.tsx';

const tones: Record<NetworkDepositState, ChipTone> = {
  waiting: 'waiting',
  frozen: 'waiting',
  credited: 'done',
  dropped: 'failed',
  unclaimed: 'waiting',
};

/** A deposit from a network. */
export function NetworkDepositView({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(networkDepositQuery(id))} title={t('list.detailNotLoaded')}>
      {(deposit) => <Loaded deposit={deposit} />}
    </DetailState>
  );
}

function Loaded({ deposit }: { deposit: NetworkDepositDetail }) {
  const { t } = useTranslation('ops-deposits');
  const { id, amount, ticker, state, memo, reason, fee, block_height: block, credited_at: credited } = deposit;
  const given = (name: string, value: ReactNode) => (value ? [[t(name), value] as const] : []);
  return (
    <article aria-label={`${amount} ${ticker}`}>
      <div className={styles.head}>
        <h2>{`${amount} ${ticker}`}</h2>
        <StatusChip tone={tones[state]} label={t(`state.${state}`)} />
      </div>
      <Facts
        rows={[
          [t('user'), <Owner key="user" deposit={deposit} />],
          [t('network'), deposit.network],
          [t('address'), deposit.address],
          ...given('memo', memo),
          [t('transaction'), <Transaction key="transaction" {...deposit} />],
          [
            t('confirmations'),
            t('confirmationsOf', { count: deposit.confirmations, needed: deposit.confirmations_needed }),
          ],
          ...given('block', block),
          [t('fee'), <Amount key="fee" value={fee} ticker={ticker} withTicker />],
          ...given('reason', reason),
          [t('seen'), <WholeMoment key="seen" seconds={deposit.created_at} />],
          ...given('credited', credited !== null && <WholeMoment key="credited" seconds={credited} />),
        ]}
      />
      <p>
        <LedgerLink reference={`deposit:${id}`} />
      </p>
    </article>
  );
}

function Owner({ deposit: { user } }: { deposit: NetworkDepositDetail }) {
  const { t } = useTranslation('ops-deposits');
  const { may } = useOperator();
  if (!user) return t('nobody');
  return may('users') ? <Link to={`${paths.operators}/users/${user.id}`}>{user.email}</Link> : user.email;
}

function Transaction({ tx_hash: hash, explorer_link: link }: NetworkDepositDetail) {
  if (link === '') return hash;
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {hash}
    </a>
  );
}
