import { NativeSelect, TextInput } from '@mantine/core';
import { providerDepositStates } from '@pelican/shared/contracts/fiat';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { providerDepositsQuery } from '../../../api/fiat-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import './messages.ts';
import { ProviderDepositView } from './provider-deposit-view.tsx';

const searchMax = 254;
const decimals = 18;

/** Deposits by payment providers whose report does not fit, those that wait longest first. */
export function Component() {
  const { t } = useTranslation('ops-provider-deposits');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const state = providerDepositStates.find((one) => one === params.get('state')) ?? 'waiting';
  const search = (params.get('search') ?? '').slice(0, searchMax);
  const query = useQuery(providerDepositsQuery(state, search, offset));
  return (
    <ListScreen
      path="provider-deposits"
      title={t('title')}
      filterNames={['state', 'search']}
      filters={
        <>
          <NativeSelect
            flex="1 1 100%"
            aria-label={t('filter')}
            data={providerDepositStates.map((value) => ({ value, label: t(`state.${value}`) }))}
            value={state}
            onChange={(event) =>
              change({ state: event.currentTarget.value === 'waiting' ? '' : event.currentTarget.value, offset: '' })
            }
          />
          <TextInput
            flex="1 1 100%"
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            maxLength={searchMax}
            value={search}
            onChange={(event) => change({ search: event.currentTarget.value, offset: '' })}
          />
        </>
      }
      query={query}
      empty={t(state === 'waiting' ? 'empty' : 'emptyOthers')}
      row={({ email, created_at: begun, amount, ticker, method, reason }) => ({
        name: `${formatUpTo(amount, decimals, groupingOf(ticker))} ${ticker}`,
        aside: formatAge(begun),
        about: [method, email, reason].filter(Boolean).join(' · '),
      })}
      detail={(id, goOn) => <ProviderDepositView key={id} id={Number(id)} goOn={goOn} />}
    />
  );
}
