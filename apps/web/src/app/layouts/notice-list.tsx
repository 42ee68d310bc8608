import type { NoticeView } from '@pelican/shared/contracts/notices';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { messagesOf } from '../../api/api-error.ts';
import { markAllNoticesRead, markNoticeRead, noticesKey, noticesQuery } from '../../api/notices.ts';
import { Moment } from '../../ui/moment.tsx';
import { forgetNotices, keptNotices, type Notice, notify } from '../../ui/notify.ts';
import { ErrorState } from '../../ui/states.tsx';
import styles from './notification-centre.module.css';

/** Of the answer that the list reads; older ones are not shown here. */
const noticesMax = 200;
const pageSize = 20;

type Entry = { timeMs: number } & ({ server: NoticeView } | { page: Notice });

/** Both lists in one, newest first. */
function entriesOf(server: readonly NoticeView[], page: readonly Notice[]): Entry[] {
  const entries: Entry[] = [
    ...server.map((notice) => ({ timeMs: notice.created_at, server: notice })),
    ...page.map((notice) => ({ timeMs: notice.timeMs, page: notice })),
  ];
  return entries.sort((a, b) => b.timeMs - a.timeMs);
}

function useMarking() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const options = {
    onError: (error: Error) =>
      notify.error(messagesOf(error).join(' '), { title: t('notices.markFailed'), keep: false }),
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey }),
  };
  const one = useMutation({ mutationFn: markNoticeRead, ...options });
  const all = useMutation({ mutationFn: markAllNoticesRead, ...options });
  return { one, all };
}

interface ServerNoticeProps {
  notice: NoticeView;
  onRead: (id: number) => void;
  onLeave: () => void;
}

/** A click on an unread one marks it as read; one with a link also leads there. */
function ServerNotice({ notice, onRead, onLeave }: ServerNoticeProps) {
  const { t } = useTranslation();
  const { id, title, text, link, read, created_at } = notice;
  const markRead = () => {
    if (!read) onRead(id);
  };
  const words = (
    <>
      <strong>
        {!read && <span className="visually-hidden">{t('notices.unread')}: </span>}
        {title}
      </strong>
      <span>{text}</span>
      <Moment seconds={created_at / 1000} />
    </>
  );
  const leave = () => {
    markRead();
    onLeave();
  };
  return (
    <li data-kind={notice.tone} data-unread={!read || undefined}>
      {link === null ? (
        <button type="button" className={styles.entry} onClick={markRead}>
          {words}
        </button>
      ) : (
        <Link className={styles.entry} to={link} onClick={leave}>
          {words}
        </Link>
      )}
    </li>
  );
}

function PageNotice({ notice }: { notice: Notice }) {
  return (
    <li data-kind={notice.kind}>
      <div className={styles.entry}>
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

export default function NoticeList({ isSignedIn, onLeave }: NoticeListProps) {
  const { t } = useTranslation();
  const page = useStore(keptNotices).notices;
  const [limit, setLimit] = useState(pageSize);
  const list = useQuery({ ...noticesQuery(limit), enabled: isSignedIn, placeholderData: keepPreviousData });
  const { one, all } = useMarking();
  const server = isSignedIn ? (list.data?.result ?? []) : [];
  const entries = entriesOf(server, page);
  const newest = server[0];
  const hasOlder = isSignedIn && typeof list.data?.next === 'number';
  const isUnread = (list.data?.unread ?? 0) > 0;
  const isEmpty = entries.length === 0 && !list.isLoading && !list.isError;
  return (
    <>
      <div className={styles.head}>
        <h2>{t('notices.centre')}</h2>
        {isSignedIn && isUnread && newest && (
          <button type="button" disabled={all.isPending} onClick={() => all.mutate(newest.id)}>
            {t('notices.markAll')}
          </button>
        )}
        {page.length > 0 && (
          <button type="button" onClick={forgetNotices}>
            {t('notices.clear')}
          </button>
        )}
      </div>
      {list.isLoading && <p className={styles.empty}>{t('notices.loading')}</p>}
      {list.isError && (
        <ErrorState title={t('notices.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {isEmpty && <p className={styles.empty}>{t('notices.empty')}</p>}
      <ul className={styles.list}>
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
      {hasOlder && limit < noticesMax && (
        <button
          type="button"
          className={styles.more}
          disabled={list.isPlaceholderData}
          onClick={() => setLimit(limit + pageSize)}
        >
          {t('notices.older')}
        </button>
      )}
    </>
  );
}
