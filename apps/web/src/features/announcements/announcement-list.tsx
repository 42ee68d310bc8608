import { NativeSelect } from '@mantine/core';
import { type AnnouncementCategory, announcementCategories } from '@pelican/shared/contracts/content';
import { languages } from '@pelican/shared/contracts/system';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { announcementsPage, announcementsQuery, contentLanguageOf } from '../../api/content.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { announcementPath, announcementsPath } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AnnouncementFacts } from './announcement-facts.tsx';
import styles from './announcements.module.css';

const comingKeys = ['a', 'b', 'c', 'd'];

function addressOf(category: AnnouncementCategory | undefined, lang: string | null): string {
  const query = new URLSearchParams({ ...(category ? { category } : {}), ...(lang ? { lang } : {}) });
  return query.size === 0 ? announcementsPath : `${announcementsPath}?${query.toString()}`;
}

/** What was announced, by category. */
export function AnnouncementList() {
  const { t, i18n } = useTranslation('announcements');
  usePageTitle(t('title'));
  const [params, setParams] = useUrlParams();
  const wantedLanguage = params.get('lang');
  const lang = contentLanguageOf(wantedLanguage ?? i18n.language);
  const category = announcementCategories.find((one) => one === params.get('category'));
  const offset = Math.min(1_000_000, Math.max(0, Math.trunc(Number(params.get('offset')) || 0)));
  const query = announcementsQuery({ category, lang, offset, limit: announcementsPage });
  const { data, error, refetch } = useQuery(query);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className="muted">{t('lead')}</p>
        </div>
        <NativeSelect
          aria-label={t('language')}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          value={lang}
          onChange={(event) => setParams({ lang: event.currentTarget.value, offset: '' })}
        />
      </header>
      <nav aria-label={t('categories')} className={styles.chips}>
        {[undefined, ...announcementCategories].map((one) => (
          <Link
            key={one ?? 'all'}
            to={addressOf(one, wantedLanguage)}
            aria-current={one === category ? 'true' : undefined}
            preventScrollReset
          >
            {one ? t(`category.${one}`) : t('all')}
          </Link>
        ))}
      </nav>
      {error && !data && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      {data?.result.length === 0 && (
        <EmptyState
          text={t(category ? 'emptyCategory' : 'empty')}
          action={category && <Link to={addressOf(undefined, wantedLanguage)}>{t('showAll')}</Link>}
        />
      )}
      {!(error && !data) && data?.result.length !== 0 && (
        <ul className={styles.list} aria-busy={!data}>
          {data
            ? data.result.map((one) => (
                <li key={one.id} lang={one.lang}>
                  <AnnouncementFacts of={one} />
                  <h2>
                    <Link to={`${announcementPath(one.slug)}${wantedLanguage ? `?lang=${lang}` : ''}`}>
                      {one.title}
                    </Link>
                  </h2>
                  <p className={styles.excerpt}>{one.excerpt}</p>
                </li>
              ))
            : comingKeys.map((key) => (
                <li key={key} aria-hidden>
                  <Skeleton width={160} height={16} />
                  <h2>
                    <Skeleton width="60%" height={20} />
                  </h2>
                  <Skeleton width="90%" height={16} />
                </li>
              ))}
        </ul>
      )}
      <Pager
        offset={offset}
        limit={announcementsPage}
        total={data?.total ?? 0}
        onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
      />
    </div>
  );
}
