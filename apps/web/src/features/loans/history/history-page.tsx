/** /user/p2p-history: requests and loans on both sides, by what has become of them. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loansHistoryQuery, loansPageSize } from '../../../api/loans.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { loansPath } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { startOfDayIn } from '../../../ui/days.ts';
import { HistoryPage } from '../../../ui/history-page.tsx';
import { LoansGate } from '../loans-gate.tsx';
import '../messages.ts';
import { LoanTable } from '../own/loan-table.tsx';
import { LoansExport } from './loans-export.tsx';

const tabs = ['all', 'arbitration', 'finished', 'in_process'] as const;
const roles = ['lend', 'borrow'] as const;
const day = /^\d{4}-\d{2}-\d{2}$/;

export function Component() {
  return (
    <LoansGate>
      <Page />
    </LoansGate>
  );
}

function useFilter() {
  const [params, setParams] = useUrlParams();
  const dayOf = (name: string) => (day.test(params.get(name) ?? '') ? (params.get(name) as string) : '');
  const offset = Number(params.get('offset') ?? '0');
  return {
    tab: tabs.find((one) => one === params.get('tab')) ?? 'all',
    role: roles.find((one) => one === params.get('role')),
    from: dayOf('from'),
    to: dayOf('to'),
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
    // Another list begins with its first page.
    change: (changed: Record<string, string>) => setParams({ offset: '', ...changed }),
  };
}

function Page() {
  const { t } = useTranslation('loans');
  usePageTitle(t('history.title'));
  const { tab, role, from, to, offset, change } = useFilter();
  const page = { offset, limit: loansPageSize };
  const query = useQuery(
    loansHistoryQuery({
      ...page,
      tab,
      ...(role ? { role } : {}),
      ...(from ? { date_from: startOfDayIn(from) } : {}),
      // Up to the last second of the day.
      ...(to ? { date_to: startOfDayIn(to, 1) - 1 } : {}),
    }),
  );
  return (
    <HistoryPage
      title={t('history.title')}
      listId="p2p-history"
      tabs={tabs.map((value) => ({ value, label: t(`history.tab.${value}`) }))}
      tab={tab}
      onTab={(next) => change({ tab: next === 'all' ? '' : next })}
      actions={<LoansExport role={role ?? ''} days={{ from, until: to }} />}
      filters={
        <>
          <NativeSelect
            label={t('history.role')}
            data={[
              { value: '', label: t('history.both') },
              ...roles.map((value) => ({ value, label: t(`history.${value}`) })),
            ]}
            value={role ?? ''}
            onChange={(event) => change({ role: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('history.from')}
            value={from}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('history.to')}
            value={to}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </>
      }
    >
      <LoanTable
        caption={t(`history.tab.${tab}`)}
        empty={t('empty.history')}
        emptyAction={<Link to={loansPath}>{t('backToLoans')}</Link>}
        query={query}
        page={page}
        isFrameless
        onPage={(next) => change({ offset: next === 0 ? '' : String(next) })}
      />
    </HistoryPage>
  );
}
