import type { QueueState } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queuesQuery } from '../../../api/operators.ts';
import { serverNow } from '../../../platform/clock.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { formatAge } from '../parts/age.ts';
import type { OpsScreen } from '../screens.ts';
import styles from './home-page.module.css';

/** What waits first, each part in the order of the exchange. */
function waitingFirst(queues: readonly QueueState[]): QueueState[] {
  return queues.toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0));
}

/** What waits, since when, and who works on it. */
export function Home({ screens }: { screens: readonly OpsScreen[] }) {
  const { t } = useTranslation('ops');
  usePageTitle(t('title'));
  const { data, error, refetch } = useQuery(queuesQuery);
  const screenOf = (queue: string) => screens.find(({ queues }) => queues?.includes(queue));
  const columns: Column<QueueState>[] = [
    {
      key: 'queue',
      header: t('home.queue'),
      card: 'headline',
      render: ({ queue }) => {
        const screen = screenOf(queue);
        return screen ? (
          <Link to={`${paths.operators}/${screen.path}`}>{t(`queues.${queue}`)}</Link>
        ) : (
          t(`queues.${queue}`)
        );
      },
    },
    { key: 'count', header: t('home.count'), numeric: true, card: 'half', render: ({ count }) => count },
    {
      key: 'oldest',
      header: t('home.oldest'),
      numeric: true,
      card: 'half',
      render: ({ oldest }) => (oldest === null ? '–' : formatAge(oldest)),
    },
    {
      key: 'claims',
      header: t('home.claims'),
      render: ({ queue, claims }) =>
        claims.length === 0 ? '–' : <Claims path={screenOf(queue)?.path} claims={claims} />,
    },
  ];
  return (
    <div className={styles.page}>
      <h1>{t('home.title')}</h1>
      <DataTable
        caption={t('home.caption')}
        columns={columns}
        rows={data && waitingFirst(data.result)}
        rowKey={({ queue }) => queue}
        empty={<EmptyState text={t('home.empty')} />}
        error={
          error && !data ? (
            <ErrorState title={t('home.notLoaded')} error={error} onRetry={() => void refetch()} />
          ) : undefined
        }
        skeletonRows={4}
      />
    </div>
  );
}

function Claims({ path, claims }: Pick<QueueState, 'claims'> & { path: string | undefined }) {
  const { t } = useTranslation('ops');
  const minutesLeft = (expires: number) => Math.max(1, Math.ceil((expires - serverNow() / 1000) / 60));
  return (
    <ul>
      {claims.map(({ id, operator, expires }) => (
        <li key={id}>
          {path === undefined ? id : <Link to={`${paths.operators}/${path}/${id}`}>{t('home.place', { id })}</Link>}{' '}
          {t('home.claim', { operator, minutes: minutesLeft(expires) })}
        </li>
      ))}
    </ul>
  );
}
