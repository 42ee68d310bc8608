import { ActionIcon, Popover } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../platform/store.ts';
import { IconBell } from '../../ui/icons.ts';
import { forgetNotices, keptNotices, markNoticesRead } from '../../ui/notify.ts';
import styles from './notification-centre.module.css';

/** Warnings and errors that were shown, so that one who looked away can read them. */
export function NotificationCentre() {
  const { t, i18n } = useTranslation();
  const { notices, unread } = useStore(keptNotices);
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' });
  return (
    <Popover
      position="bottom-end"
      width={360}
      withinPortal={false}
      onOpen={markNoticesRead}
      classNames={{ dropdown: styles.dropdown ?? '' }}
      trapFocus
    >
      <Popover.Target>
        <ActionIcon
          size={40}
          aria-label={unread > 0 ? t('notices.openUnread', { count: unread }) : t('notices.open')}
          className={styles.bell}
        >
          <IconBell size={20} aria-hidden />
          {unread > 0 && <span className={styles.count}>{unread > 9 ? '9+' : unread}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('notices.centre')}>
        <div className={styles.head}>
          <h2>{t('notices.centre')}</h2>
          {notices.length > 0 && (
            <button type="button" onClick={forgetNotices}>
              {t('notices.clear')}
            </button>
          )}
        </div>
        {notices.length === 0 && <p className={styles.empty}>{t('notices.empty')}</p>}
        <ul className={styles.list}>
          {notices.map((notice) => (
            <li key={notice.id} data-kind={notice.kind}>
              {notice.title && <strong>{notice.title}</strong>}
              <span>{notice.text}</span>
              <time dateTime={new Date(notice.timeMs).toISOString()}>{time.format(notice.timeMs)}</time>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
