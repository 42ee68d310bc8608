import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { countTax, taxKeys, taxSummaryQuery } from '../../api/tax.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import { HistoryPage } from '../../ui/history-page.tsx';
import { notify } from '../../ui/notify.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Exports } from './exports.tsx';
import english from './locales/en.json';
import { StateOfInvoices } from './state-of-invoices.tsx';
import { Summary } from './summary.tsx';
import styles from './tax.module.css';
import { Deductions, Gains, Incomes, Invoices, Lots } from './tax-lists.tsx';
import { type PeriodState, quarterChoices, tabs, usePeriod, yearChoices } from './use-period.ts';

addMessages('tax', english);

const lists = { tds: Deductions, invoices: Invoices, gains: Gains, lots: Lots, income: Incomes };

function Filters({ state }: { state: PeriodState }) {
  const { t } = useTranslation('tax');
  const { tab, period, onlyUnknown, change } = state;
  if (tab === 'lots')
    return (
      <NativeSelect
        label={t('onlyUnknown')}
        data={(['all', 'unknown'] as const).map((value) => ({ value, label: t(`lotFilter.${value}`) }))}
        value={onlyUnknown ? 'unknown' : 'all'}
        onChange={(event) => change({ unknown: event.currentTarget.value === 'unknown' ? 'true' : '' })}
      />
    );
  const quarters = quarterChoices(period.year).map((quarter) => ({
    value: String(quarter),
    label: t(`period.${quarter as 1 | 2 | 3 | 4}`),
  }));
  return (
    <>
      <NativeSelect
        label={t('period.year')}
        data={yearChoices()}
        value={String(period.year)}
        onChange={(event) => change({ year: event.currentTarget.value, quarter: '' })}
      />
      {tab !== 'invoices' && (
        <NativeSelect
          label={t('period.quarter')}
          data={[{ value: '', label: t('period.all') }, ...quarters]}
          value={String(period.quarter ?? '')}
          onChange={(event) => change({ quarter: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** Counts what is new when the page opens, in silence, and when it is asked for; shows everything anew once it is done. */
function useCount(isCounting: boolean | undefined) {
  const { t } = useTranslation('tax');
  const client = useQueryClient();
  const [isWanted, setWanted] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: countTax,
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('refreshFailed') }),
    onSettled: () => client.invalidateQueries({ queryKey: [...taxKeys.all, 'summary'] }),
  });
  useEffect(() => mutate(), [mutate]);
  useEffect(() => {
    if (isCounting === false) void client.invalidateQueries({ queryKey: taxKeys.all });
  }, [isCounting, client]);
  const count = () => {
    setWanted(true);
    mutate();
  };
  return { count, isBusy: isPending || isCounting === true, isWanted };
}

/** What trades, rewards and fees mean for a tax return. */
export function Component() {
  const { t } = useTranslation('tax');
  usePageTitle(t('title'));
  const state = usePeriod();
  const { data, error, refetch } = useQuery(taxSummaryQuery(state.period));
  const { count, isBusy, isWanted } = useCount(data?.isCounting);
  const List = state.tab === 'summary' ? undefined : lists[state.tab];
  return (
    <HistoryPage
      title={t('title')}
      listId="tax"
      tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      tab={state.tab}
      onTab={(tab) => state.change({ tab: tab === 'summary' ? '' : tab, unknown: '' })}
      filters={<Filters state={state} />}
    >
      <div className={styles.panel}>
        <p className="hint">{t('about')}</p>
        {data && !data.isIndian && <p role="note">{t('notIndian')}</p>}
        <div className={styles.status}>
          <span className="muted" role="status">
            {data?.countedUntil
              ? t('counted', { when: formatDateTime(data.countedUntil) })
              : t(isBusy ? 'counting' : 'notCounted')}
          </span>
          <Button variant="default" size="xs" loading={isBusy && isWanted} onClick={count}>
            {t('refresh')}
          </Button>
          <Exports tab={state.tab} period={state.period} />
        </div>
        {state.tab === 'invoices' && data && <StateOfInvoices state={data.state} />}
        {List ? (
          <List state={state} />
        ) : data ? (
          <Summary data={data} state={state} />
        ) : error ? (
          <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={480} />
        )}
      </div>
    </HistoryPage>
  );
}
