import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { marketsQuery } from '../../../api/markets.ts';
import { spotKeys } from '../../../api/spot.ts';
import { ExportButton } from '../../../exports/export-button.tsx';
import { exportMessages } from '../../../exports/messages.ts';
import { useOrderEvents } from '../../../live/index.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { HistoryPage } from '../../../ui/history-page.tsx';
import { pairText } from '../../../ui/pair.ts';
import { type Filters, historyTabs, sources, statuses, useFilters } from './filters.ts';
import { FinishedOrdersList, OpenOrdersList, TradesList } from './history-lists.tsx';
import english from './locales/en.json';

addMessages('spot-history', english);
/** A burst of fills is one look at the server. */
const refreshAfterMs = 500;

/** Fills and cancels, here or in another tab, show without a reload. */
function useRefreshOnOrderEvents(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const onEvent = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      for (const queryKey of [spotKeys.openOrders, spotKeys.finishedOrders, spotKeys.trades])
        void client.invalidateQueries({ queryKey });
    }, refreshAfterMs);
  }, [client]);
  useOrderEvents(onEvent);
  useEffect(() => () => clearTimeout(timer.current), []);
}

interface FilterProps {
  filters: Filters;
  change: (changed: Partial<Filters>) => void;
}

/** What orders have and trades have not. */
function OrderFilters({ filters: { tab, status, source }, change }: FilterProps) {
  const { t } = useTranslation('spot-history');
  const own: readonly string[] = sources;
  const known = own.includes(source) || source === '' ? own : [...own, source];
  const nameOf = (value: string) => (own.includes(value) ? t(`source.${value}`) : value);
  return (
    <>
      <NativeSelect
        label={t('column.status')}
        data={[
          { value: '', label: t('filter.allStatuses') },
          ...statuses[tab].map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        value={status}
        onChange={(event) => change({ status: event.currentTarget.value as Filters['status'] })}
      />
      <NativeSelect
        label={t('column.source')}
        data={[
          { value: '', label: t('filter.allSources') },
          ...known.map((value) => ({ value, label: nameOf(value) })),
        ]}
        value={source}
        onChange={(event) => change({ source: event.currentTarget.value })}
      />
    </>
  );
}

function FilterBar({ filters, change }: FilterProps) {
  const { t } = useTranslation('spot-history');
  const { data } = useQuery(marketsQuery);
  const pairs = data?.list.map(({ name }) => ({ value: name, label: pairText(name) })) ?? [];
  return (
    <>
      <NativeSelect
        label={t('column.pair')}
        data={[{ value: '', label: t('filter.allPairs') }, ...pairs]}
        value={filters.pair}
        onChange={(event) => change({ pair: event.currentTarget.value })}
      />
      {filters.tab !== 'deals' && <OrderFilters filters={filters} change={change} />}
      {filters.tab !== 'open' && (
        <>
          <NativeSelect
            label={t('column.side')}
            data={[
              { value: '', label: t('filter.bothSides') },
              { value: 'buy', label: t('filter.buy') },
              { value: 'sell', label: t('filter.sell') },
            ]}
            value={filters.side}
            onChange={(event) => change({ side: event.currentTarget.value as Filters['side'] })}
          />
          <TextInput
            type="date"
            label={t('filter.from')}
            value={filters.from}
            max={filters.until}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('filter.until')}
            value={filters.until}
            min={filters.from}
            onChange={(event) => change({ until: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

/** Files of all three lists, that of the tab on screen first, with its filters; open orders have no days to choose. */
function HistoryExport({ filters: { tab, pair, side, source, status, from, until } }: { filters: Filters }) {
  const { t } = useTranslation(exportMessages);
  const orders = (state: 'open' | 'finished') => ({
    kind: 'spot.orders',
    label: t(`kind.${state}Orders`),
    params: { state, pair, ...(state === 'finished' ? { side } : {}), ...(state === tab ? { source, status } : {}) },
  });
  const files = {
    open: orders('open'),
    finished: orders('finished'),
    deals: { kind: 'spot.trades', label: t('kind.trades'), params: { pair, side } },
  };
  return (
    <ExportButton
      key={tab}
      {...(tab === 'open' ? {} : { days: { from, until } })}
      choices={[files[tab], ...historyTabs.filter((one) => one !== tab).map((one) => files[one])]}
    />
  );
}

const lists = { open: OpenOrdersList, finished: FinishedOrdersList, deals: TradesList };

export function Component() {
  const { t } = useTranslation('spot-history');
  usePageTitle(t('title'));
  const [filters, change] = useFilters();
  useRefreshOnOrderEvents();
  const List = lists[filters.tab];
  return (
    <HistoryPage
      title={t('title')}
      listId="orders-history"
      tabs={historyTabs.map((tab) => ({ value: tab, label: t(`tab.${tab}`) }))}
      tab={filters.tab}
      onTab={(tab) => change({ tab })}
      actions={<HistoryExport filters={filters} />}
      filters={<FilterBar filters={filters} change={change} />}
    >
      <List filters={filters} onPage={(offset) => change({ offset })} />
    </HistoryPage>
  );
}
