import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { peopleQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { PersonDetail } from './person-detail.tsx';

/** Finding users, and everything about one. */
export function Component() {
  const { t } = useTranslation('ops');
  usePageTitle(t('users.title'));
  const { params, change, offset } = useListPage();
  const search = params.get('search') ?? '';
  const query = useQuery(peopleQuery(search, offset));
  return (
    <ListScreen
      path="users"
      title={t('users.title')}
      filterNames={['search']}
      filters={<Search key={search} search={search} onSearch={(next) => change({ search: next, offset: '' })} />}
      query={query}
      empty={t('users.empty')}
      start={search === '' ? t('users.start') : undefined}
      row={({ id, email, nickname, status, is_operator }) => ({
        name: email,
        aside: t(`users.status.${status}`),
        about: `${id} · ${nickname}${is_operator ? ` · ${t('users.operator')}` : ''}`,
      })}
      detail={(id) => <PersonDetail key={id} id={Number(id)} />}
    />
  );
}

/** Not while it is typed: each search is on record. */
function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation('ops');
  const [text, setText] = useState(search);
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    onSearch(text.trim());
  }
  return (
    <search>
      <form onSubmit={onSubmit}>
        <TextInput
          type="search"
          label={t('users.search')}
          description={t('users.searchHint')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
