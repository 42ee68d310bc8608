import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { systemQuery } from '../../api/system.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths, tradersHash } from '../../platform/paths.ts';
import { Section } from '../../ui/settings-section.tsx';
import { FeedbackForm } from './forms/feedback-form.tsx';
import { WatchForm } from './forms/watch-form.tsx';
import english from './locales/en.json';
import styles from './support.module.css';
import { SupportChatLink } from './support-chat-link.tsx';

addMessages('support', english);

/** The ways to support, for everybody. */
export function Component() {
  const { t } = useTranslation('support');
  usePageTitle(t('title'));
  const { data: system } = useQuery(systemQuery);
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.cards}>
        <section className={styles.card} aria-label={t('ways.faq')}>
          <h2>{t('ways.faq')}</h2>
          <p className="muted">{t('ways.faqAbout')}</p>
          <Link to={paths.faq}>{t('ways.faqOpen')}</Link>
        </section>
        <section className={styles.card} aria-label={t('ways.tickets')}>
          <h2>{t('ways.tickets')}</h2>
          <p className="muted">{t('ways.ticketsAbout')}</p>
          <Link to={`${paths.tickets}?new=1`}>{t('ways.ticketsOpen')}</Link>
        </section>
        <section className={styles.card} aria-label={t('ways.hours')}>
          <h2>{t('ways.hours')}</h2>
          <p className="muted">{t('ways.call')}</p>
          <p className="muted">{t('ways.chat')}</p>
          <SupportChatLink widget={system?.support_widget} />
          <Link to={tradersHash}>{t('ways.tradersOpen')}</Link>
        </section>
      </div>
      <Section title={t('feedback.title')} about={t('feedback.about')}>
        <FeedbackForm />
      </Section>
      <Section title={t('watch.title')} about={t('watch.about')}>
        <WatchForm />
      </Section>
    </div>
  );
}
