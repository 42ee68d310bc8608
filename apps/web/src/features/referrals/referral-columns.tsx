/** Columns of the lists of the referral programme. */
import type { Referral, ReferralAccrual, ReferralClaim } from '@pelican/shared/contracts/referrals';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Amount } from '../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './referrals.module.css';

type T = TFunction<'referrals'>;
type RewardStatus = ReferralAccrual['status'];

const rewardTones: Record<RewardStatus, ChipTone> = { 'un-claimed': 'attention', claimed: 'done', expired: 'failed' };

function rewardChip(t: T, status: RewardStatus) {
  return <StatusChip tone={rewardTones[status]} label={t(`rewardStatus.${status}`)} />;
}

/** One line for each coin. */
function byCoin(row: Referral, amount: (reward: Referral['rewards'][number]) => string): ReactNode {
  if (row.rewards.length === 0) return '–';
  return (
    <span>
      {row.rewards.map((reward) => (
        <span key={reward.claim_coin} className={styles.coin}>
          <Amount value={amount(reward)} ticker={reward.claim_coin} withTicker />
        </span>
      ))}
    </span>
  );
}

const moment = (milliseconds: number) => <Moment seconds={milliseconds / 1000} />;

export function friendColumns(t: T): Column<Referral>[] {
  return [
    { key: 'name', header: t('column.name'), card: 'headline', render: ({ name }) => name },
    { key: 'email', header: t('column.email'), render: ({ email }) => email },
    { key: 'date', header: t('column.date'), render: ({ date }) => moment(date) },
    {
      key: 'kyc',
      header: t('column.kyc'),
      render: ({ kyc_status: status }) => t(`kyc.${status as 'none' | 'pending' | 'approved' | 'rejected'}`),
    },
    {
      key: 'status',
      header: t('column.status'),
      render: ({ status }) => (
        <StatusChip tone={status === 'success' ? 'done' : 'progress'} label={t(`status.${status}`)} />
      ),
    },
    {
      key: 'reward',
      header: t('column.reward'),
      render: ({ reward_status: status }) => (status ? rewardChip(t, status) : '–'),
    },
    {
      key: 'total',
      header: t('column.total'),
      numeric: true,
      render: (row) => byCoin(row, ({ total_bonus: total }) => total),
    },
    {
      key: 'claimed',
      header: t('column.claimed'),
      numeric: true,
      render: (row) => byCoin(row, ({ claimed }) => claimed),
    },
    {
      key: 'available',
      header: t('column.available'),
      numeric: true,
      render: (row) => byCoin(row, ({ available }) => available),
    },
  ];
}

export function accrualColumns(t: T): Column<ReferralAccrual>[] {
  return [
    {
      key: 'day',
      header: t('column.day'),
      card: 'headline',
      render: ({ day }) => <span className="tabular">{day}</span>,
    },
    { key: 'name', header: t('column.name'), render: ({ name }) => name },
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} withTicker />,
    },
    { key: 'status', header: t('column.status'), render: ({ status }) => rewardChip(t, status) },
    { key: 'expires', header: t('column.expires'), render: ({ expires_at: at }) => moment(at) },
  ];
}

export function claimColumns(t: T): Column<ReferralClaim>[] {
  const money = (key: 'amount' | 'tds' | 'received', header: string): Column<ReferralClaim> => ({
    key,
    header,
    numeric: true,
    render: (row) => <Amount value={row[key]} ticker={row.ticker} withTicker />,
  });
  return [
    { key: 'when', header: t('column.when'), card: 'headline', render: ({ date }) => moment(date) },
    money('amount', t('column.amount')),
    money('tds', t('column.tds')),
    money('received', t('column.received')),
  ];
}
