import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/states.tsx';
import { type Filters, isBackwards, toQuery } from './filters.ts';
import { RecordsTable } from './records-table.tsx';

/** Deposits or withdrawals by the filters of the address. */
export function RecordsList({ filters, onPage }: { filters: Filters; onPage: (offset: number) => void }) {
  const { t } = useTranslation('wallet-history');
  const { ticker, method, status, from, until } = filters;
  const isFiltered = [ticker, method, status, from, until].some((text) => text !== '');
  if (isBackwards(filters)) return <EmptyState text={t('emptyFiltered')} />;
  return (
    <RecordsTable
      caption={t(`tab.${filters.tab}`)}
      filter={toQuery(filters)}
      empty={t(isFiltered ? 'emptyFiltered' : 'empty')}
      onPage={onPage}
    />
  );
}
