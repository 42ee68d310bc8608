import type { NoticeView } from '@pelican/shared/contracts/notices';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Moment } from '../../ui/moment.tsx';
import styles from './notices.module.css';

interface ServerNoticeProps {
  notice: NoticeView;
  onRead: (id: number) => void;
  /** The user follows its link. */
  onLeave?: () => void;
}

/** A click on an unread one marks it as read; one with a link also leads there. */
export function ServerNotice({ notice, onRead, onLeave }: ServerNoticeProps) {
  const { t } = useTranslation('notices');
  const { id, title, text, link, read, created_at } = notice;
  const markRead = () => {
    if (!read) onRead(id);
  };
  const words = (
    <>
      <strong>
        {!read && <span className="visually-hidden">{t('list.unread')}: </span>}
        {title}
      </strong>
      <span>{text}</span>
      <Moment seconds={created_at / 1000} />
    </>
  );
  const leave = () => {
    markRead();
    onLeave?.();
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
