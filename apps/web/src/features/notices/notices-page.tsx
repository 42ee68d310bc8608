import './messages.ts';
import { Button } from '@mantine/core';
import { type NoticeCategory, noticeCategories } from '@pelican/shared/contracts/notices';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { noticesKey } from '../../api/notices.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { SettingsPage } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TabBar } from '../../ui/tab-bar.tsx';
import styles from './notices.module.css';
import pageStyles from './notices-page.module.css';
import { ServerNotice } from './server-notice.tsx';
import { useMarking } from './use-marking.ts';

const pageSize = 30;
const categories = Object.keys(noticeCategories) as NoticeCategory[];
const listId = 'notices-list';

function allNoticesQuery(category: NoticeCategory | undefined) {
  return infiniteQueryOptions({
    queryKey: [...noticesKey, 'all', category ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call('GET /v3/notices', { signal, query: { limit: pageSize, category, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  });
}

/** Lines of a notice's size. */
function Coming() {
  return Array.from({ length: 5 }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines are alike and never reordered
    <div key={line} className={pageStyles.coming} aria-hidden>
      <Skeleton width={200} />
      <Skeleton width="70%" />
      <Skeleton width={88} />
    </div>
  ));
}

function List({ category }: { category: NoticeCategory | undefined }) {
  const { t } = useTranslation('notices');
  const list = useInfiniteQuery(allNoticesQuery(category));
  const { one } = useMarking();
  const notices = list.data?.pages.flatMap(({ result }) => result);
  if (list.error && !notices)
    return <ErrorState title={t('list.failed')} error={list.error} onRetry={() => void list.refetch()} />;
  if (!notices) return <Coming />;
  if (notices.length === 0 && !list.hasNextPage) return <EmptyState text={t(category ? 'emptyCategory' : 'empty')} />;
  return (
    <>
      <ul className={styles.list}>
        {notices.map((notice) => (
          <ServerNotice key={notice.id} notice={notice} onRead={one.mutate} />
        ))}
      </ul>
      {list.hasNextPage && (
        <button
          type="button"
          className={styles.more}
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('list.older')}
        </button>
      )}
    </>
  );
}

/** Marks what the newest page showed, of every category. */
function MarkAll() {
  const { t } = useTranslation('notices');
  const { data } = useInfiniteQuery(allNoticesQuery(undefined));
  const { all } = useMarking();
  const [first] = data?.pages ?? [];
  const newest = first?.unread ? first.result[0] : undefined;
  return (
    <Button
      variant="default"
      disabled={!newest}
      loading={all.isPending}
      onClick={() => newest && all.mutate(newest.id)}
    >
      {t('list.markAll')}
    </Button>
  );
}

/** All notices of the account, by category; the bell has the newest. */
export function Component() {
  const { t } = useTranslation('notices');
  usePageTitle(t('list.centre'));
  const [params, setParams] = useUrlParams();
  const category = categories.find((name) => name === params.get('category'));
  return (
    <SettingsPage title={t('list.centre')}>
      <div className={pageStyles.head}>
        <TabBar
          label={t('filter')}
          controls={listId}
          value={category ?? ''}
          onChange={(next) => setParams({ category: next })}
          tabs={[
            { value: '', label: t('all') },
            ...categories.map((name) => ({ value: name, label: t(`category.${name}`) })),
          ]}
        />
        <MarkAll />
      </div>
      <section
        id={listId}
        role="tabpanel"
        aria-label={t(category ? `category.${category}` : 'all')}
        className={pageStyles.list}
      >
        <List key={category} category={category} />
      </section>
      <div>
        <Link className={pageStyles.settings} to={paths.preferences}>
          {t('settings')}
        </Link>
      </div>
    </SettingsPage>
  );
}
