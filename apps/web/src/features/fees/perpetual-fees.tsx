import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { instrumentsQuery } from '../../api/perpetual.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type PerpetualFees, percentOf, perpetualFeesOf } from './trading-fees.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** In hours where those are whole, else in minutes, to a tenth. */
function intervalText(ms: number, t: TFunction<'fees'>): string {
  if (ms % hourMs === 0) return t('perpetuals.hours', { count: ms / hourMs });
  return t('perpetuals.minutes', { count: Math.round((ms / minuteMs) * 10) / 10 });
}

/** What trading perpetual contracts costs. */
export function PerpetualTable() {
  const { t } = useTranslation('fees');
  const { data, error, refetch } = useQuery(instrumentsQuery);
  const rows = useMemo(() => data && perpetualFeesOf(data.list), [data]);
  const columns = useMemo<Column<PerpetualFees>[]>(() => {
    const rate = (key: 'maker' | 'taker'): Column<PerpetualFees> => ({
      key,
      header: t(`trading.${key}`),
      numeric: true,
      render: (row) => <span className="tabular">{percentOf(row[key])} %</span>,
    });
    return [
      {
        key: 'markets',
        header: t('perpetuals.markets'),
        card: 'headline',
        render: ({ markets }) => <strong>{markets.join(', ')}</strong>,
      },
      rate('maker'),
      rate('taker'),
      {
        key: 'funding',
        header: t('perpetuals.funding'),
        numeric: true,
        render: ({ fundingMs }) => intervalText(fundingMs, t),
      },
    ];
  }, [t]);
  return (
    <DataTable
      caption={t('perpetuals.title')}
      columns={columns}
      rows={rows}
      rowKey={({ markets }) => markets.join()}
      skeletonRows={1}
      empty={<EmptyState text={t('perpetuals.empty')} />}
      error={
        error && !data ? (
          <ErrorState title={t('perpetuals.failed')} error={error} onRetry={() => void refetch()} />
        ) : null
      }
    />
  );
}
