import type { ProviderDepositDetail } from '@pelican/shared/contracts/fiat';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';

type Report = ProviderDepositDetail['reports'][number];

/** Every payment of a deposit: it may be paid in parts, twice, or by a payment that was reported for another one. */
export function Reports({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation('ops-provider-deposits');
  const columns: Column<Report>[] = [
    {
      key: 'amount',
      header: t('report.amount'),
      numeric: true,
      card: 'headline',
      render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} withTicker />,
    },
    {
      key: 'kind',
      header: t('report.kind'),
      render: ({ is_first: isFirst, others }) => (
        <span>
          {t(isFirst ? 'report.first' : 'report.further')}
          {others.length > 0 && <> · {t('report.others', { ids: others.join(', ') })}</>}
        </span>
      ),
    },
    {
      key: 'id',
      header: t('report.id'),
      render: ({ payment_id: id }) => <span className="mono">{id}</span>,
    },
    { key: 'time', header: t('report.time'), render: ({ reported_at: at }) => <WholeMoment seconds={at} /> },
  ];
  return (
    <section aria-label={t('reports')}>
      <h3>{t('reports')}</h3>
      <DataTable
        caption={t('reports')}
        compact
        columns={columns}
        rows={reports}
        rowKey={({ payment_id: id }) => id}
        empty={<EmptyState text={t('report.empty')} />}
      />
    </section>
  );
}
