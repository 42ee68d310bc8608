/** Contents of the bands below the hero. Each takes what was published, and stands only where there is some. */
import type { AnswerOf } from '@pelican/shared/contracts';
import type { contentEndpoints } from '@pelican/shared/contracts/content';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { announcementPath } from '../../platform/paths.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import { Moment } from '../../ui/moment.tsx';
import { Prose } from '../../ui/prose.tsx';
import styles from './bands.module.css';
import { SiteLink } from './site-link.tsx';

type Answer<Name extends keyof typeof contentEndpoints> = AnswerOf<(typeof contentEndpoints)[Name]>;

export function Announcements({ result }: Pick<Answer<'GET /v2/announcements'>, 'result'>) {
  return (
    <ul className={styles.cards}>
      {result.map(({ id, slug, title, date, lang }) => (
        <li key={id} className={styles.card}>
          <Link to={announcementPath(slug)} lang={lang}>
            {title}
          </Link>
          <span className="hint">
            <Moment seconds={date} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The site that a link leads to, where it is another one. */
function sourceOf(link: string): string | undefined {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : undefined;
}

export function NewsList({ result }: Answer<'GET /v2/front_page/news'>) {
  const { t } = useTranslation('welcome');
  return (
    <ul className={styles.cards}>
      {result.map(({ id, title, image, date, link, lang }) => (
        <li key={id} className={styles.card}>
          {image && <img src={image} alt="" loading="lazy" width={320} height={180} />}
          <SiteLink to={link} lang={lang}>
            {title}
          </SiteLink>
          <span className="hint">
            {sourceOf(link) ?? t('ownNews')}
            {' · '}
            <Moment seconds={date} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Digest({ result, events }: Answer<'GET /v2/front_page/digest'>) {
  const { t } = useTranslation('welcome');
  return (
    <div className={styles.digest}>
      {result.length > 0 && (
        <div className={styles.entries}>
          {result.map(({ id, title, text, date, lang }) => (
            <article key={id}>
              <h3 lang={lang}>{title}</h3>
              <p className="hint">
                <Moment seconds={date} />
              </p>
              <Prose html={text} lang={lang} />
            </article>
          ))}
        </div>
      )}
      {events.length > 0 && (
        <section aria-labelledby="welcome-events">
          <h3 id="welcome-events">{t('events')}</h3>
          <ul className={styles.events}>
            {events.map(({ id, title, places, start_time, condition, link, lang }) => (
              <li key={id}>
                <time className="hint tabular" dateTime={new Date(start_time * 1000).toISOString()}>
                  {formatDateTime(start_time)}
                </time>
                {link ? (
                  <SiteLink to={link} lang={lang}>
                    {title}
                  </SiteLink>
                ) : (
                  <strong lang={lang}>{title}</strong>
                )}
                <span className="muted">
                  <span lang={lang}>{condition}</span>
                  {places > 0 && ` · ${t('places', { count: places })}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export function Tweets({ result }: Answer<'GET /v2/tweets'>) {
  const { t } = useTranslation('welcome');
  return (
    <ul className={styles.cards}>
      {result.map(({ id, author, text, date, link, lang }) => (
        <li key={id} className={styles.card}>
          <strong lang={lang}>{author}</strong>
          <p lang={lang} className={styles.tweet}>
            {text}
          </p>
          <span className="hint">
            <Moment seconds={date} />
            {link && (
              <>
                {' · '}
                <SiteLink to={link}>{t('openTweet')}</SiteLink>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Partners({ result }: Answer<'GET /v2/front_page/partners'>) {
  return (
    <ul className={styles.partners}>
      {result.map(({ id, name, image, link }) => (
        <li key={id}>
          <SiteLink to={link}>{image ? <img src={image} alt={name} loading="lazy" height={40} /> : name}</SiteLink>
        </li>
      ))}
    </ul>
  );
}
