import '../../features/notices/messages.ts';
import type { NoticeView } from '@pelican/shared/contracts/notices';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { noticesQuery } from '../../api/notices.ts';
import noticeStyles from '../../features/notices/notices.module.css';
import { ServerNotice } from '../../features/notices/server-notice.tsx';
import { useMarking } from '../../features/notices/use-marking.ts';
import { paths } from '../../platform/paths.ts';
import { Moment } from '../../ui/moment.tsx';
import { forgetNotices, keptNotices, type Notice } from '../../ui/notify.ts';
import { ErrorState } from '../../ui/states.tsx';
import styles from './notification-centre.module.css';

/** The newest; all are on the page of notifications. */
const shownMax = 20;

type Entry = { timeMs: number } & ({ server: NoticeView } | { page: Notice });

/** Both lists in one, newest first. */
function entriesOf(server: readonly NoticeView[], page: readonly Notice[]): Entry[] {
  const entries: Entry[] = [
    ...server.map((notice) => ({ timeMs: notice.created_at, server: notice })),
    ...page.map((notice) => ({ timeMs: notice.timeMs, page: notice })),
  ];
  return entries.sort((a, b) => b.timeMs - a.timeMs);
}

function PageNotice({ notice }: { notice: Notice }) {
  return (
    <li data-kind={notice.kind}>
      <div className={noticeStyles.entry}>
        {notice.title && <strong>{notice.title}</strong>}
        <span>{notice.text}</span>
        <Moment seconds={notice.timeMs / 1000} />
      </div>
    </li>
  );
}

interface NoticeListProps {
  isSignedIn: boolean;
  /** The user follows a link. */
  onLeave: () => void;
}

export function NoticeList({ isSignedIn, onLeave }: NoticeListProps) {
  const { t } = useTranslation('notices');
  const page = useStore(keptNotices).notices;
  const list = useQuery({ ...noticesQuery(shownMax), enabled: isSignedIn });
  const { one, all } = useMarking();
  const server = isSignedIn ? (list.data?.result ?? []) : [];
  const entries = entriesOf(server, page);
  const newest = server[0];
  const isUnread = (list.data?.unread ?? 0) > 0;
  const isEmpty = entries.length === 0 && !list.isLoading && !list.isError;
  return (
    <>
      <div className={styles.head}>
        <h2>{t('list.centre')}</h2>
        {isSignedIn && isUnread && newest && (
          <button type="button" disabled={all.isPending} onClick={() => all.mutate(newest.id)}>
            {t('list.markAll')}
          </button>
        )}
        {page.length > 0 && (
          <button type="button" onClick={forgetNotices}>
            {t('list.clear')}
          </button>
        )}
      </div>
      {list.isLoading && <p className={styles.empty}>{t('list.loading')}</p>}
      {list.isError && <ErrorState title={t('list.failed')} error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && <p className={styles.empty}>{t('list.empty')}</p>}
      <ul className={`${styles.list} ${noticeStyles.list}`}>
        {entries.map((entry) =>
          'server' in entry ? (
            <ServerNotice
              key={`server-${entry.server.id}`}
              notice={entry.server}
              onRead={one.mutate}
              onLeave={onLeave}
            />
          ) : (
            <PageNotice key={`page-${entry.page.id}`} notice={entry.page} />
          ),
        )}
      </ul>
      {isSignedIn && (
        <Link className={styles.all} to={paths.notifications} onClick={onLeave}>
          {t('list.all')}
        </Link>
      )}
    </>
  );
}
