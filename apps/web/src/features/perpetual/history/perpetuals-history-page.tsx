import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { instrumentsQuery } from '../../../api/perpetual.ts';
import { ExportButton } from '../../../exports/export-button.tsx';
import { exportMessages } from '../../../exports/messages.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { HistoryPage } from '../../../ui/history-page.tsx';
import { pairText } from '../../../ui/pair.ts';
import { accountMessages } from '../account/messages.ts';
import { AccountDialogs } from '../dialogs/account-dialogs.tsx';
import { type HistoryFilters, historyTabs, statusesOf, useHistoryFilters } from './history-filters.ts';
import { HistoryList } from './history-lists.tsx';

interface FilterBarProps {
  filters: HistoryFilters;
  change: (changed: Partial<HistoryFilters>) => void;
}

function FilterBar({ filters, change }: FilterBarProps) {
  const { t } = useTranslation(accountMessages);
  const { data } = useQuery(instrumentsQuery);
  const markets = data?.list.map(({ market }) => ({ value: market, label: pairText(market) })) ?? [];
  const statuses = statusesOf(filters.tab);
  return (
    <>
      <NativeSelect
        label={t('history.market')}
        data={[{ value: '', label: t('allMarkets') }, ...markets]}
        value={filters.market}
        onChange={(event) => change({ market: event.currentTarget.value })}
      />
      {statuses.length > 0 && (
        <NativeSelect
          label={t('history.statusLabel')}
          data={[
            { value: '', label: t('history.allStatuses') },
            ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
          value={filters.status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function PerpetualsExport() {
  const { t } = useTranslation(exportMessages);
  return (
    <ExportButton
      choices={[
        { kind: 'perpetual.fills', label: t('kind.fills') },
        { kind: 'perpetual.funding', label: t('kind.funding') },
      ]}
    />
  );
}

/** Everything that happened to this user's perpetuals, with the receipts of liquidations and funding. */
export function Component() {
  const { t } = useTranslation(accountMessages);
  usePageTitle(t('history.title'));
  const [filters, change] = useHistoryFilters();
  return (
    <HistoryPage
      title={t('history.title')}
      listId="perpetuals-history"
      tabs={historyTabs.map((tab) => ({ value: tab, label: t(`tab.${tab}`) }))}
      tab={filters.tab}
      onTab={(tab) => change({ tab, status: '' })}
      actions={<PerpetualsExport />}
      filters={<FilterBar filters={filters} change={change} />}
    >
      {/* Anew for each tab: rows of one list are no placeholder for another's. */}
      <HistoryList key={filters.tab} filters={filters} onPage={(offset) => change({ offset })} />
      <AccountDialogs />
    </HistoryPage>
  );
}
