import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../../platform/paths.ts';
import { clockOf, momentOf } from '../../../ui/days.ts';
import { ListState } from './list-state.tsx';
import { ListRow, MasterDetail } from './master-detail.tsx';
import { MomentField } from './moment-field.tsx';

/** A field of the search: a text, a time, or a choice. Its name is a parameter of the address. */
interface SearchField {
  name: string;
  label: string;
  isTime?: boolean;
  options?: readonly { value: string; label: string }[];
}

interface SearchScreenProps<Row> {
  /** Of the screen, below /ops. */
  path: string;
  title: string;
  fields: readonly SearchField[];
  /** Of the address. */
  params: URLSearchParams;
  onSearch: (values: Record<string, string>) => void;
  query: {
    data: { pages: readonly { result: readonly Row[] }[] } | undefined;
    error: unknown;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  empty: string;
  row: (row: Row) => { name: ReactNode; about?: ReactNode; aside?: ReactNode };
  detail: (id: string, goOn: () => void) => ReactNode;
}

/** A screen of a list that is searched, whose pages follow each other, and what is selected in it. */
export function SearchScreen<Row extends { id: number }>(props: SearchScreenProps<Row>) {
  const { path, title, fields, params, onSearch, query, empty, row, detail } = props;
  const { t } = useTranslation('ops');
  const navigate = useNavigate();
  const id = useParams()['*'] || undefined;
  const place = (selected: string) =>
    `${paths.operators}/${path}${selected}${params.size > 0 ? `?${params.toString()}` : ''}`;
  const rows = query.data?.pages.flatMap(({ result }) => result);
  const next = rows?.[rows.findIndex((one) => String(one.id) === id) + 1];
  const goOn = () => void navigate(place(next === undefined ? '' : `/${next.id}`));
  return (
    <MasterDetail
      title={title}
      selected={id}
      filters={<Search key={params.toString()} fields={fields} params={params} onSearch={onSearch} />}
      list={
        <>
          <ListState
            query={{ data: rows && { result: rows }, error: query.error, refetch: query.refetch }}
            empty={query.hasNextPage ? t('records.nothingYet') : empty}
            row={(one) => {
              const { name, about, aside } = row(one);
              const to = place(`/${one.id}`);
              return (
                <ListRow key={one.id} to={to} selected={String(one.id) === id} about={about} aside={aside}>
                  {name}
                </ListRow>
              );
            }}
          />
          {query.hasNextPage && (
            <Button
              variant="default"
              m={16}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('records.more')}
            </Button>
          )}
        </>
      }
      back={id === undefined ? undefined : place('')}
      detail={id !== undefined && detail(id, goOn)}
    />
  );
}

interface SearchProps {
  fields: readonly SearchField[];
  params: URLSearchParams;
  onSearch: (values: Record<string, string>) => void;
}

/** It is searched when it is sent: a search may be on record. */
function Search({ fields, params, onSearch }: SearchProps) {
  const { t } = useTranslation('ops');
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map(({ name }) => [name, params.get(name) ?? ''])),
  );
  const set = (name: string, value: string) => setValues({ ...values, [name]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])));
  };
  return (
    <search>
      <form onSubmit={submit} style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 8 }}>
        {fields.map(({ name, label, isTime, options }) =>
          options ? (
            <NativeSelect
              key={name}
              flex="1 1 140px"
              label={label}
              data={[...options]}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
          ) : isTime ? (
            <MomentField
              key={name}
              flex="1 1 260px"
              label={label}
              autoComplete="off"
              value={momentOf(values[name] ?? '')}
              onChange={(moment) => set(name, clockOf(moment))}
            />
          ) : (
            <TextInput
              key={name}
              flex="1 1 140px"
              type="search"
              label={label}
              autoComplete="off"
              maxLength={200}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
          ),
        )}
        <Button type="submit">{t('users.search')}</Button>
      </form>
    </search>
  );
}
