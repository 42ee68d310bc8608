import { useTranslation } from 'react-i18next';
import { type Filters, toQuery } from './filters.ts';
import { RecordsTable } from './records-table.tsx';

/** Deposits or withdrawals by the filters of the address. */
export function RecordsList({ filters, onPage }: { filters: Filters; onPage: (offset: number) => void }) {
  const { t } = useTranslation('wallet-history');
  const { ticker, method, status, from, until } = filters;
  const isFiltered = [ticker, method, status, from, until].some((text) => text !== '');
  return (
    <RecordsTable
      caption={t(`tab.${filters.tab}`)}
      filter={toQuery(filters)}
      empty={t(isFiltered ? 'emptyFiltered' : 'empty')}
      onPage={onPage}
    />
  );
}
