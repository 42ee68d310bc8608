import { NativeSelect, TextInput } from '@mantine/core';
import type { WithdrawalCaseState } from '@pelican/shared/contracts/withdrawals';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withdrawalCasesQuery } from '../../../api/withdrawal-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import './messages.ts';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

const states: readonly WithdrawalCaseState[] = ['waiting', 'stuck', 'paying', 'finished', 'refused'];

const searchMax = 100;

interface SearchProps {
  search: string;
  onSearch: (search: string) => void;
}

/** Not while it is typed: a part of a reference names nothing. */
function Search({ search, onSearch }: SearchProps) {
  const { t } = useTranslation('ops-withdrawals');
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <search style={{ flex: '1 1 100%' }}>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          maxLength={searchMax}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}

/** Withdrawals of users, those that wait longest first. */
export function Component() {
  const { t } = useTranslation('ops-withdrawals');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const state = states.find((one) => one === params.get('state')) ?? 'waiting';
  const search = (params.get('search') ?? '').slice(0, searchMax);
  const query = useQuery(withdrawalCasesQuery(state, search, offset));
  return (
    <ListScreen
      path="withdrawals"
      title={t('title')}
      filterNames={['state', 'search']}
      filters={
        <>
          <Search key={search} search={search} onSearch={(wanted) => change({ search: wanted, offset: '' })} />
          <NativeSelect
            flex="1 1 100%"
            aria-label={t('filter')}
            value={state}
            data={states.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              change({ state: value === 'waiting' ? '' : value, search: '', offset: '' })
            }
          />
        </>
      }
      query={query}
      empty={t(state === 'waiting' && search === '' ? 'empty' : 'emptyOthers')}
      row={({ email, createdAt, amount, ticker, usd_value: usd }) => ({
        name: email,
        aside: formatAge(createdAt / 1_000),
        about: `${amount} ${ticker} · $${usd}`,
      })}
      detail={(id, goOn) => <WithdrawalDetail key={id} id={Number(id)} goOn={goOn} />}
    />
  );
}
