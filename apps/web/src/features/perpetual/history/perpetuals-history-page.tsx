import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { instrumentsQuery } from '../../../api/perpetual.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { TabBar } from '../../../ui/tab-bar.tsx';
import { accountMessages } from '../account/messages.ts';
import { pairText } from '../account/terms.ts';
import { AccountDialogs } from '../dialogs/account-dialogs.tsx';
import styles from './history.module.css';
import { type HistoryFilters, type HistoryTab, historyTabs, statusesOf, useHistoryFilters } from './history-filters.ts';
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
    <div className={styles.filters}>
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
    </div>
  );
}

/** Everything that happened to this user's perpetuals, with the receipts of liquidations and funding. */
export function Component() {
  const { t } = useTranslation(accountMessages);
  usePageTitle(t('history.title'));
  const [filters, change] = useHistoryFilters();
  return (
    <div className={styles.page}>
      <h1>{t('history.title')}</h1>
      <TabBar
        label={t('history.title')}
        controls="perpetuals-history"
        value={filters.tab}
        onChange={(tab) => change({ tab: tab as HistoryTab, status: '' })}
        tabs={historyTabs.map((tab) => ({ value: tab, label: t(`tab.${tab}`) }))}
      />
      <FilterBar filters={filters} change={change} />
      <section id="perpetuals-history" role="tabpanel" aria-label={t(`tab.${filters.tab}`)} className={styles.list}>
        {/* Anew for each tab: rows of one list are no placeholder for another's. */}
        <HistoryList key={filters.tab} filters={filters} onPage={(offset) => change({ offset })} />
      </section>
      <AccountDialogs />
    </div>
  );
}
