import { TextInput } from '@mantine/core';
import type { PersonLine } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useParams } from 'react-router-dom';
import { pageRows, peopleQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ListState } from '../parts/list-state.tsx';
import { ListRow, MasterDetail } from '../parts/master-detail.tsx';
import { PersonDetail } from './person-detail.tsx';

const base = `${paths.operators}/users`;

/** Finding users, and everything about one. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Users />} />
      <Route path=":id" element={<Users />} />
    </Routes>
  );
}

function Users() {
  const { t } = useTranslation('ops');
  usePageTitle(t('users.title'));
  const { id } = useParams();
  const [params, change] = useUrlParams();
  const search = params.get('search') ?? '';
  const offset = Number(params.get('offset')) || 0;
  const query = useQuery(peopleQuery(search, offset));
  const kept = new URLSearchParams([...params].filter(([name]) => name === 'search' || name === 'offset'));
  const inList = kept.size > 0 ? `?${kept}` : '';
  return (
    <MasterDetail
      title={t('users.title')}
      filters={<Search key={search} search={search} onSearch={(next) => change({ search: next, offset: '' })} />}
      list={
        search === '' ? (
          <EmptyState text={t('users.start')} />
        ) : (
          <ListState
            query={query}
            empty={t('users.empty')}
            row={(person: PersonLine) => (
              <ListRow
                key={person.id}
                to={`${base}/${person.id}${inList}`}
                selected={String(person.id) === id}
                aside={t(`users.status.${person.status}`)}
                about={`${person.id} · ${person.nickname}${person.is_operator ? ` · ${t('users.operator')}` : ''}`}
              >
                {person.email}
              </ListRow>
            )}
          />
        )
      }
      pager={
        <Pager
          offset={offset}
          limit={pageRows}
          total={query.data?.total ?? 0}
          onChange={(next) => change({ offset: next === 0 ? '' : String(next) })}
        />
      }
      back={id === undefined ? undefined : `${base}${inList}`}
      detail={id !== undefined && <PersonDetail key={id} id={Number(id)} />}
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
