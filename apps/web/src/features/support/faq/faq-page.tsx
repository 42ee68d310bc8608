import { NativeSelect, TextInput } from '@mantine/core';
import {
  type FaqItem,
  isSupportLanguage,
  type SupportLanguage,
  supportLanguages,
} from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { IconSearch } from '../../../ui/icons.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import english from '../locales/en.json';
import { faqQuery } from '../queries.ts';
import supportStyles from '../support.module.css';
import styles from './faq.module.css';

addMessages('support', english);

/** In the order in which they come: the server has sorted them by category. */
function byCategory(items: readonly FaqItem[]): Map<string, FaqItem[]> {
  return Map.groupBy(items, ({ category }) => category);
}

function Entry({ item, open }: { item: FaqItem; open: boolean }) {
  return (
    <details id={item.slug} className={styles.entry} open={open}>
      <summary>{item.question}</summary>
      {item.answer.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </details>
  );
}

/** As many questions as fill a screen. */
function Coming() {
  return (
    <section aria-busy="true">
      <h2>
        <Skeleton width={160} height={16} />
      </h2>
      {Array.from({ length: 16 }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines are alike and never reordered
        <div key={line} className={styles.entry}>
          <div className={styles.coming}>
            <Skeleton width="50%" />
          </div>
        </div>
      ))}
    </section>
  );
}

function Entries({ language, search }: { language: SupportLanguage; search: string }) {
  const { t } = useTranslation('support');
  const { data, error, refetch } = useQuery(faqQuery(language, search));
  if (error && !data) return <ErrorState title={t('faq.notLoaded')} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={styles.groups}>
        <Coming />
      </div>
    );
  if (data.result.length === 0) return <EmptyState text={t('faq.nothing')} />;
  return (
    <div className={styles.groups} lang={data.lang}>
      {[...byCategory(data.result)].map(([category, items]) => (
        <section key={category} aria-label={category}>
          <h2>{category}</h2>
          {items.map((item) => (
            <Entry key={item.slug} item={item} open={search !== '' && data.result.length <= 3} />
          ))}
        </section>
      ))}
    </div>
  );
}

/** Questions and answers, in the language that the visitor reads. */
export function Component() {
  const { t, i18n } = useTranslation('support');
  usePageTitle(t('faq.title'));
  const [params, setParams] = useUrlParams();
  const wanted = params.get('lang') ?? i18n.language;
  const language = isSupportLanguage(wanted) ? wanted : 'en';
  const typed = params.get('search') ?? '';
  const search = useDeferredValue(typed.trim().slice(0, 100));
  return (
    <div className={supportStyles.page}>
      <h1>{t('faq.title')}</h1>
      <search className={styles.tools}>
        <TextInput
          type="search"
          size="md"
          aria-label={t('faq.search')}
          placeholder={t('faq.search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          maxLength={100}
          value={typed}
          onChange={(event) => setParams({ search: event.currentTarget.value })}
        />
        <NativeSelect
          size="md"
          aria-label={t('faq.language')}
          data={supportLanguages.map(({ code, name }) => ({ value: code, label: name }))}
          value={language}
          onChange={(event) => setParams({ lang: event.currentTarget.value })}
        />
      </search>
      <Entries language={language} search={search} />
      <p className="muted">
        {t('faq.more')} <Link to={paths.support}>{t('faq.ask')}</Link>
      </p>
    </div>
  );
}
