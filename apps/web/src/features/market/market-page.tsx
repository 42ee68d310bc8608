import { NativeSelect, TextInput } from '@mantine/core';
import { unitPrices } from '@pelican/shared/contracts/markets';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { allTab, favoriteTab, marketsInTab, searchMarkets, tabsOf } from '../../api/market-tabs.ts';
import { marketsQuery } from '../../api/markets.ts';
import { useSession } from '../../api/session.ts';
import { LiveNote } from '../../connection/late-live-note.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { IconSearch } from '../../ui/icons.ts';
import styles from '../../ui/market-list.module.css';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TabBar } from '../../ui/tab-bar.tsx';
import english from './locales/en.json';
import { readSort, sortChoices, sortMarkets, writeSort } from './market-sort.ts';
import { MarketTable } from './market-table.tsx';

addMessages('market', english);
const refreshMs = 60_000;

/** Search, tab and sort live in the URL, so that a list can be shared and Back returns to it. */
function useFilters() {
  const [params, change] = useUrlParams();
  const sortText = params.get('sort');
  const sort = useMemo(() => readSort(sortText), [sortText]);
  return {
    search: params.get('search') ?? '',
    tab: params.get('tab') ?? allTab,
    sort,
    change: (name: string, value: string) => change({ [name]: value }),
  };
}

export function Component() {
  const { t } = useTranslation('market');
  usePageTitle(t('title'));
  const { isSignedIn } = useSession();
  const { search, tab, sort, change } = useFilters();
  const { data, error, refetch } = useQuery({ ...marketsQuery, refetchInterval: refreshMs });
  const searched = useDeferredValue(search);
  const tabs = useMemo(() => tabsOf(data?.list ?? [], isSignedIn), [data, isSignedIn]);
  const current = tabs.includes(tab) ? tab : allTab;
  const markets = useMemo(
    () => data && sortMarkets(searchMarkets(marketsInTab(data.list, current), searched), sort, unitPrices(data.list)),
    [data, current, searched, sort],
  );
  const emptyText =
    searched !== '' ? t('emptySearch', { search: searched }) : t(current === favoriteTab ? 'emptyFavorites' : 'empty');
  return (
    <div className={styles.page}>
      <header className={styles.titleRow}>
        <h1>{t('title')}</h1>
        <p className="muted" aria-live="polite">
          {markets ? t('count', { count: markets.length }) : ' '}
        </p>
        <Link to={paths.perpetuals}>{t('perpetuals')}</Link>
      </header>
      <div className={styles.filters}>
        <TabBar
          label={t('tabs')}
          value={current}
          onChange={(next) => change('tab', next === allTab ? '' : next)}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`, { defaultValue: value }) }))}
        />
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => change('search', event.currentTarget.value)}
        />
        {/* The cards of a phone have no head to sort by. */}
        <NativeSelect
          className={styles.sort}
          aria-label={t('sort.label')}
          data={Object.entries(sortChoices).map(([name, value]) => ({ value, label: t(`sort.${name}`) }))}
          value={sort ? writeSort(sort) : ''}
          onChange={(event) => change('sort', event.currentTarget.value)}
        />
      </div>
      <section className={styles.list} aria-label={t('title')}>
        <MarketTable
          markets={markets}
          withFavorites={isSignedIn}
          sort={sort}
          onSort={(next) => change('sort', writeSort(next))}
          empty={<EmptyState text={emptyText} />}
          error={
            error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null
          }
        />
      </section>
      <LiveNote />
    </div>
  );
}
