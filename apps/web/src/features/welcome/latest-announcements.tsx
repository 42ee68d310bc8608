import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { announcementsQuery, contentLanguageOf } from '../../api/content.ts';
import { announcementPath, announcementsPath } from '../../platform/paths.ts';
import { Moment } from '../../ui/moment.tsx';
import styles from './welcome.module.css';

const shownMax = 3;

/** What was announced last, the pinned ones first. The band has its place while it loads, and is left out where there is nothing to say. */
export function LatestAnnouncements() {
  const { t, i18n } = useTranslation('welcome');
  const lang = contentLanguageOf(i18n.language);
  const { data, isPending } = useQuery(announcementsQuery({ category: undefined, lang, offset: 0, limit: shownMax }));
  if (!isPending && (data?.result.length ?? 0) === 0) return null;
  return (
    <section className={styles.band} aria-labelledby="welcome-announcements">
      <header className={styles.bandHead}>
        <h2 id="welcome-announcements">{t('announcements')}</h2>
        <Link to={announcementsPath}>{t('allAnnouncements')}</Link>
      </header>
      <ul className={styles.announcements} aria-busy={isPending}>
        {data?.result.map(({ id, slug, title, date, lang: written }) => (
          <li key={id}>
            <Link to={announcementPath(slug)} lang={written}>
              {title}
            </Link>
            <span className="hint">
              <Moment seconds={date} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
