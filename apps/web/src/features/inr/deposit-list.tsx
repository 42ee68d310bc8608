import { type InrDeposit, inrBanksPageSize } from '@pelican/shared/contracts/inr';
import { fiatDecimals, paymentStatus } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inrDepositsQuery, inrKey } from '../../api/inr.ts';
import { useRefreshOnNotices } from '../../live/index.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Amount } from '../../ui/numbers.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Section } from '../../ui/settings-section.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './inr.module.css';

/** What the person has reported, and what became of it. */
export function DepositList() {
  const { t } = useTranslation('inr');
  const [params, setParams] = useUrlParams();
  const offset = Math.max(0, Math.trunc(Number(params.get('offset')) || 0));
  const { data, error, refetch } = useQuery(inrDepositsQuery(offset));
  useRefreshOnNotices('inr_', inrKey);
  return (
    <Section title={t('deposit.list')}>
      <div className={styles.list}>
        <DataTable
          caption={t('deposit.list')}
          columns={useColumns()}
          rows={data?.result}
          rowKey={({ id }) => id}
          skeletonRows={3}
          empty={<EmptyState text={t('deposit.empty')} />}
          error={
            error && !data ? (
              <ErrorState title={t('deposit.notLoaded')} error={error} onRetry={() => void refetch()} />
            ) : undefined
          }
        />
        <Pager
          offset={offset}
          limit={inrBanksPageSize}
          total={data?.total ?? 0}
          onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
        />
      </div>
    </Section>
  );
}

const states: Record<number, { name: 'waiting' | 'done' | 'refused'; tone: ChipTone }> = {
  [paymentStatus.unconfirmedByAdmin]: { name: 'waiting', tone: 'waiting' },
  [paymentStatus.successful]: { name: 'done', tone: 'done' },
  [paymentStatus.unsuccessful]: { name: 'refused', tone: 'failed' },
};

function useColumns(): Column<InrDeposit>[] {
  const { t } = useTranslation('inr');
  return [
    {
      key: 'id',
      header: t('deposit.column.id'),
      card: 'headline',
      render: ({ transaction_id: id }) => <span className="mono">{id}</span>,
    },
    {
      key: 'date',
      header: t('deposit.column.date'),
      render: ({ created_at: reported }) => <Moment seconds={reported} />,
    },
    {
      key: 'bank',
      header: t('deposit.column.bank'),
      render: ({ bank_name: bank, account_number: number }) => `${bank} ${number}`,
    },
    {
      key: 'amount',
      header: t('deposit.column.amount'),
      numeric: true,
      render: ({ amount, reported_amount: reported, ticker }) => (
        <span className={styles.bank}>
          <Amount value={amount} decimals={fiatDecimals} ticker={ticker} />
          {reported !== null && (
            <span className="hint">
              {t('deposit.reported')} <Amount value={reported} decimals={fiatDecimals} ticker={ticker} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'net',
      header: t('deposit.column.net'),
      numeric: true,
      render: ({ net, ticker, status }) => (
        <Amount value={status === paymentStatus.successful ? net : null} decimals={fiatDecimals} ticker={ticker} />
      ),
    },
    {
      key: 'status',
      header: t('deposit.column.status'),
      render: ({ status, reason }) => {
        const { name, tone } = states[status] ?? { name: 'waiting', tone: 'waiting' };
        return (
          <span className={styles.bank}>
            <StatusChip tone={tone} label={t(`deposit.status.${name}`)} />
            {reason !== '' && <span className="hint">{reason}</span>}
          </span>
        );
      },
    },
  ];
}
