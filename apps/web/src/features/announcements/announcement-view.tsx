import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import { announcementQuery, contentLanguageOf } from '../../api/content.ts';
import { usePageDescription } from '../../platform/page-description.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { announcementsPath } from '../../platform/paths.ts';
import { Prose } from '../../ui/prose.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AnnouncementFacts } from './announcement-facts.tsx';
import styles from './announcements.module.css';

/** Of what is no slug the server says that the argument is wrong. */
const absent: ReadonlySet<string> = new Set(['not_found', 'invalid_argument']);

/** One announcement. */
export function AnnouncementView({ slug }: { slug: string }) {
  const { t, i18n } = useTranslation('announcements');
  const [params] = useSearchParams();
  const wantedLanguage = params.get('lang');
  const lang = contentLanguageOf(wantedLanguage ?? i18n.language);
  const { data, error, refetch } = useQuery(announcementQuery(slug, lang));
  const isGone = error instanceof ApiError && absent.has(error.code);
  // What the server says in the HTML of such an address.
  usePageTitle(data?.title ?? (isGone ? t('common:notFound.title') : t('title')));
  usePageDescription(data ? data.excerpt || t('lead') : isGone ? t('gone') : undefined, !isGone);
  const back = wantedLanguage ? `${announcementsPath}?lang=${lang}` : announcementsPath;
  return (
    <div className={styles.page}>
      <p>
        <Link to={back} className={styles.back}>
          {t('back')}
        </Link>
      </p>
      {data ? (
        <article className={styles.article} lang={data.lang}>
          <h1>{data.title}</h1>
          <AnnouncementFacts of={data} />
          <Prose html={data.body} lang={data.lang} />
        </article>
      ) : (
        <NoAnnouncement error={error} isGone={isGone} retry={() => void refetch()} />
      )}
    </div>
  );
}

/** Shown while the announcement loads, and when it cannot be read. */
function NoAnnouncement({ error, isGone, retry }: { error: Error | null; isGone: boolean; retry: () => void }) {
  const { t } = useTranslation('announcements');
  if (!error)
    return (
      <div className={styles.article} aria-busy="true">
        <Skeleton width="70%" height={36} />
        <Skeleton width={200} height={16} />
        <Skeleton width="100%" height={240} />
      </div>
    );
  return (
    <>
      <h1>{t('title')}</h1>
      {isGone ? <EmptyState text={t('gone')} /> : <ErrorState title={t('oneFailed')} error={error} onRetry={retry} />}
    </>
  );
}
