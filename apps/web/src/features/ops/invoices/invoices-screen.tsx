import { NativeSelect, TextInput } from '@mantine/core';
import { invoiceStates } from '@pelican/shared/contracts/invoices';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invoiceCasesQuery } from '../../../api/invoices-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { InvoiceDetail } from './invoice-detail.tsx';
import './messages.ts';

const searchMax = 254;
const decimals = 18;

/** Invoices of all users, the newest first. Nothing is decided here. */
export function Component() {
  const { t } = useTranslation('ops-invoices');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const state = invoiceStates.find((one) => one === params.get('state')) ?? '';
  const search = (params.get('search') ?? '').slice(0, searchMax);
  // Of a link that was pasted its last part.
  const wanted = search.trim().split('/').at(-1) ?? '';
  const query = useQuery(invoiceCasesQuery(wanted, state, offset));
  return (
    <ListScreen
      path="invoices"
      title={t('title')}
      filterNames={['state', 'search']}
      filters={
        <>
          <TextInput
            flex="1 1 100%"
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            maxLength={searchMax}
            value={search}
            onChange={(event) => change({ search: event.currentTarget.value, offset: '' })}
          />
          <NativeSelect
            flex="1 1 100%"
            aria-label={t('filter')}
            data={[
              { value: '', label: t('all') },
              ...invoiceStates.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
            value={state}
            onChange={(event) => change({ state: event.currentTarget.value, offset: '' })}
          />
        </>
      }
      query={query}
      empty={t('empty')}
      row={({ amount, ticker, owner, state: at, created_at: made }) => ({
        name: `${formatUpTo(amount, decimals, groupingOf(ticker))} ${ticker}`,
        aside: formatAge(made),
        about: `${t(`state.${at}`)} · ${owner.email}`,
      })}
      detail={(id) => <InvoiceDetail key={id} id={Number(id)} />}
    />
  );
}
