import '../../features/notices/messages.ts';
import { ActionIcon, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { unreadNoticesQuery } from '../../api/notices.ts';
import { useSession } from '../../api/session.ts';
import { IconBell } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { keptNotices, markNoticesRead } from '../../ui/notify.ts';
import { loadChunk } from '../load-chunk.ts';
import styles from './notification-centre.module.css';
import { useNoticeNews } from './use-notice-news.ts';

const NoticeList = lazyPart(() => loadChunk(() => import('./notice-list.tsx').then((module) => module.NoticeList)), {
  placeholder: Coming,
});

function Coming() {
  const { t } = useTranslation('notices');
  return <p className={styles.empty}>{t('list.loading')}</p>;
}

/** The bell: the server's notices, and the warnings and errors that this page has shown. */
export function NotificationCentre() {
  const { t } = useTranslation('notices');
  const { isSignedIn } = useSession();
  useNoticeNews(isSignedIn);
  const [opened, setOpened] = useState(false);
  const { unread: unreadHere } = useStore(keptNotices);
  const { data } = useQuery({ ...unreadNoticesQuery, enabled: isSignedIn });
  const unread = unreadHere + (isSignedIn ? (data?.unread ?? 0) : 0);
  const shownUnread = unread > 99 ? '99+' : String(unread);
  return (
    <Popover
      position="bottom-end"
      width={360}
      withinPortal={false}
      opened={opened}
      onChange={setOpened}
      onOpen={markNoticesRead}
      classNames={{ dropdown: styles.dropdown ?? '' }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={40}
          aria-label={unread > 0 ? t('list.openUnread', { shown: shownUnread }) : t('list.open')}
          className={styles.bell}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} aria-hidden />
          {unread > 0 && <span className={styles.count}>{shownUnread}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.centre')}>
        <NoticeList key={String(isSignedIn)} isSignedIn={isSignedIn} onLeave={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
