import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { pageRows } from '../../../api/operators.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { ListState, LoadingRows } from './list-state.tsx';
import { ListRow, MasterDetail } from './master-detail.tsx';

/** Where the list is: its filters and page stand in the address. */
export function useListPage() {
  const [params, change] = useUrlParams();
  const offset = Math.min(1_000_000, Math.max(0, Math.trunc(Number(params.get('offset')) || 0)));
  return { params, change, offset };
}

interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface ListScreenProps<Row> {
  /** Of the screen, below /ops. What follows it in the address is the id that is selected. */
  path: string;
  title: string;
  filters?: ReactNode;
  /** Parameters of the address that belong to the list; others are of what is selected. */
  filterNames?: readonly string[];
  /** Without a `total` it is the whole list. */
  query: Answer<{ result: readonly Row[]; total?: number }>;
  empty: string;
  /** In place of the list while nothing is searched for. */
  start?: string | undefined;
  row: (row: Row) => { name: ReactNode; about?: ReactNode; aside?: ReactNode };
  /** Below the list. */
  after?: ReactNode;
  /** @param goOn to the row behind it, or to the list after the last one */
  detail: (id: string, goOn: () => void) => ReactNode;
}

/** A screen of one list by pages, and what is selected in it. */
export function ListScreen<Row extends { id: string | number }>(props: ListScreenProps<Row>) {
  const { path, title, filters, filterNames = [], query, empty, start, row, after, detail } = props;
  const navigate = useNavigate();
  const id = useParams()['*'] || undefined;
  const { params, change, offset } = useListPage();
  const ofList = new URLSearchParams([...params].filter(([name]) => name === 'offset' || filterNames.includes(name)));
  const place = (selected: string) =>
    `${paths.operators}/${path}${selected}${ofList.size > 0 ? `?${ofList.toString()}` : ''}`;
  const line = (one: Row) => {
    const { name, about, aside } = row(one);
    return (
      <ListRow key={one.id} to={place(`/${one.id}`)} selected={String(one.id) === id} about={about} aside={aside}>
        {name}
      </ListRow>
    );
  };
  const rows = query.data?.result ?? [];
  const next = rows[rows.findIndex((one) => String(one.id) === id) + 1];
  const goOn = () => void navigate(place(next === undefined ? '' : `/${next.id}`));
  return (
    <MasterDetail
      title={title}
      selected={id}
      filters={filters}
      list={
        <>
          {start === undefined ? <ListState query={query} empty={empty} row={line} /> : <EmptyState text={start} />}
          {(query.data || query.error) && after}
        </>
      }
      pager={
        <Pager
          offset={offset}
          limit={pageRows}
          total={query.data?.total ?? 0}
          onChange={(next) => change({ offset: next === 0 ? '' : String(next) })}
        />
      }
      back={id === undefined ? undefined : place('')}
      detail={id !== undefined && detail(id, goOn)}
    />
  );
}

interface DetailStateProps<Data> {
  query: Answer<Data>;
  /** Said with an error. */
  title: string;
  children: (data: Data) => ReactNode;
}

/** What is selected, or what stands in its place. */
export function DetailState<Data>({ query: { data, error, refetch }, title, children }: DetailStateProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState title={title} error={error} onRetry={() => void refetch()} />;
  return <LoadingRows />;
}
