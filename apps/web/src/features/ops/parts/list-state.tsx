import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from './detail.module.css';

interface ListStateProps<Row> {
  query: { data: { result: readonly Row[] } | undefined; error: unknown; refetch: () => unknown };
  empty: string;
  row: (row: Row) => ReactNode;
}

/** The rows of a master list, or what stands in their place. */
export function ListState<Row>({ query: { data, error, refetch }, empty, row }: ListStateProps<Row>) {
  const { t } = useTranslation('ops');
  if (error && !data) return <ErrorState title={t('list.notLoaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  return data.result.length === 0 ? <EmptyState text={empty} /> : data.result.map(row);
}

/** Of the height of rows. */
export function LoadingRows() {
  return (
    <div className={styles.rows} aria-busy="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <p key={key}>
          <Skeleton width={240} />
        </p>
      ))}
    </div>
  );
}
