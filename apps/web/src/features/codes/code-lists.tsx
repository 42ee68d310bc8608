/** The own open codes and the history of codes, by currency and page, which are in the address. */
import { NativeSelect } from '@mantine/core';
import { codesPageSize, type OpenCode } from '@pelican/shared/contracts/codes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { type CodesFilter, codeEventsQuery, codesKey, deleteCode, openCodesQuery } from '../../api/codes.ts';
import type { Page } from '../../api/spot.ts';
import { balancesKey, balancesQuery } from '../../api/wallet.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { exportMessages } from '../../exports/messages.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { confirm } from '../../ui/confirm.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { notify } from '../../ui/notify.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TabBar } from '../../ui/tab-bar.tsx';
import { useEventColumns, useOpenColumns } from './code-columns.tsx';
import styles from './codes.module.css';

const tabs = ['open', 'history'] as const;
type Tab = (typeof tabs)[number];
const listId = 'codes';

export function CodeLists() {
  const { t } = useTranslation('codes');
  const [params, setParams] = useUrlParams();
  const { data: balances } = useQuery(balancesQuery);
  const tab: Tab = params.get('tab') === 'history' ? 'history' : 'open';
  const ticker = params.get('ticker') ?? '';
  const wanted = Number(params.get('offset') ?? '0');
  const offset = Number.isInteger(wanted) && wanted > 0 ? wanted : 0;
  const list = {
    filter: { ticker, offset, limit: codesPageSize },
    onPage: (next: number) => setParams({ offset: next === 0 ? '' : String(next) }),
  };
  return (
    <section className={styles.lists} aria-label={t('lists')}>
      <div className={styles.filters}>
        <TabBar
          label={t('lists')}
          controls={listId}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={(next) => setParams({ tab: next === 'open' ? '' : next, offset: '' })}
        />
        <div className={styles.filtered}>
          <NativeSelect
            aria-label={t('filter')}
            data={[
              { value: '', label: t('allCurrencies') },
              ...(balances?.list.map((balance) => balance.ticker) ?? (ticker === '' ? [] : [ticker])),
            ]}
            value={ticker}
            onChange={(event) => setParams({ ticker: event.currentTarget.value, offset: '' })}
          />
          <CodesExport ticker={ticker} />
        </div>
      </div>
      <div id={listId} role="tabpanel" aria-label={t(`tab.${tab}`)} className={styles.list}>
        {tab === 'open' ? <OpenCodes {...list} /> : <History {...list} />}
      </div>
    </section>
  );
}

function CodesExport({ ticker }: { ticker: string }) {
  const { t } = useTranslation(exportMessages);
  const params = { type: 'code', ticker };
  return <ExportButton choices={[{ kind: 'statements.transactions', label: t('kind.codes'), params }]} />;
}

interface ListProps {
  filter: CodesFilter;
  onPage: (offset: number) => void;
}

function OpenCodes({ filter, onPage }: ListProps) {
  const remove = useDelete();
  return (
    <List
      name="open"
      columns={useOpenColumns(remove)}
      query={useQuery(openCodesQuery(filter))}
      filter={filter}
      onPage={onPage}
    />
  );
}

function History({ filter, onPage }: ListProps) {
  return (
    <List
      name="history"
      columns={useEventColumns()}
      query={useQuery(codeEventsQuery(filter))}
      filter={filter}
      onPage={onPage}
    />
  );
}

interface TableProps<Row> extends ListProps {
  name: Tab;
  columns: Column<Row>[];
  query: { data: Page<Row> | undefined; error: unknown; refetch: () => unknown };
}

function List<Row extends { id: number }>({ name, columns, query, filter, onPage }: TableProps<Row>) {
  const { t } = useTranslation('codes');
  const { data, error, refetch } = query;
  return (
    <>
      <DataTable
        caption={t(`tab.${name}`)}
        columns={columns}
        rows={data?.result}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            text={t(filter.ticker === '' ? `empty.${name}` : 'empty.ofCurrency', { ticker: filter.ticker })}
          />
        }
        error={
          error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : undefined
        }
      />
      <Pager offset={filter.offset} limit={filter.limit} total={data?.total ?? 0} onChange={onPage} />
    </>
  );
}

/** Asks, and then deletes a code. */
function useDelete(): (code: OpenCode) => void {
  const { t } = useTranslation('codes');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: OpenCode) => deleteCode(id),
    onSuccess: (_, { amount, currency: ticker }) => notify.success(t('delete.done', { amount, ticker })),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('delete.failed') }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: codesKey }),
        client.invalidateQueries({ queryKey: balancesKey }),
      ]),
  });
  const ask = async (code: OpenCode) => {
    const yes = await confirm({
      title: t('delete.ask', { code: code.code }),
      body: t('delete.text', { amount: code.amount, ticker: code.currency }),
      confirmLabel: t('delete.verb'),
      tone: 'danger',
    });
    if (yes) remove.mutate(code);
  };
  return (code) => void ask(code);
}
