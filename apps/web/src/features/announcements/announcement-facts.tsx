import type { Announcement } from '@pelican/shared/contracts/content';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../ui/format-time.ts';
import { IconPin } from '../../ui/icons.ts';
import styles from './announcements.module.css';

/** When, and what about. */
export function AnnouncementFacts({ of }: { of: Pick<Announcement, 'date' | 'category' | 'pinned'> }) {
  const { t } = useTranslation('announcements');
  return (
    <p className={`hint ${styles.facts}`}>
      <time dateTime={new Date(of.date * 1000).toISOString()}>{formatDateTime(of.date)}</time>
      <span>{t(`category.${of.category}`)}</span>
      {of.pinned && (
        <span className={styles.pinned}>
          <IconPin size={14} aria-hidden />
          {t('pinned')}
        </span>
      )}
    </p>
  );
}
