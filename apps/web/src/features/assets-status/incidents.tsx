import { incidentDays, type PaymentIncident, type PaymentState } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { incidentsPageSize, incidentsQuery } from '../../api/assets-status.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { IconArrowRight } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './assets-status.module.css';
import { stateTones } from './way-state.tsx';

function StateChip({ state }: { state: PaymentState }) {
  const { t } = useTranslation('assets-status');
  return <StatusChip tone={stateTones[state]} label={t(`state.${state}`)} />;
}

/** Changes of the last 30 days. @param ticker empty for all assets */
export function Incidents({ ticker }: { ticker: string }) {
  const { t } = useTranslation('assets-status');
  const [page, setPage] = useState({ ticker, offset: 0 });
  const offset = page.ticker === ticker ? page.offset : 0;
  const { data, error, refetch } = useQuery(incidentsQuery(ticker, offset));
  const columns = useMemo<Column<PaymentIncident>[]>(
    () => [
      { key: 'time', header: t('incidents.time'), card: 'corner', render: ({ time }) => <Moment seconds={time} /> },
      {
        key: 'what',
        header: t('incidents.what'),
        card: 'headline',
        render: ({ ticker: coin, method, action }) => (
          <span className={styles.lines}>
            <strong>{t(`incidents.${action}`, { ticker: coin })}</strong>
            <span className="hint">{method}</span>
          </span>
        ),
      },
      {
        key: 'change',
        header: t('incidents.change'),
        render: ({ from, to }) => (
          <span className={styles.change}>
            <StateChip state={from} />
            <IconArrowRight size={14} aria-label={t('incidents.to')} />
            <StateChip state={to} />
          </span>
        ),
      },
      {
        key: 'reason',
        header: t('incidents.reason'),
        render: ({ reason, cause }) => reason || (cause === null ? '–' : t(`cause.${cause}`)),
      },
    ],
    [t],
  );
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents">{t('incidents.title', { count: incidentDays })}</h2>
      <div className={styles.list} data-short>
        <DataTable
          caption={t('incidents.title', { count: incidentDays })}
          columns={columns}
          rows={data?.result}
          rowKey={({ id }) => id}
          rowHeight={56}
          skeletonRows={2}
          empty={<EmptyState text={t('incidents.none')} />}
          error={
            error && !data ? (
              <ErrorState title={t('incidents.failed')} error={error} onRetry={() => void refetch()} />
            ) : null
          }
        />
        <Pager
          offset={offset}
          limit={incidentsPageSize}
          total={data?.total ?? 0}
          onChange={(next) => setPage({ ticker, offset: next })}
        />
      </div>
    </section>
  );
}
