import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { systemQuery } from '../../api/system.ts';
import { addMessages } from '../../platform/i18n.ts';
import { defaultLanguage } from '../../platform/language.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useSchemeOfAddress } from '../../platform/use-scheme-of-address.ts';
import { formatDay } from '../../ui/format-time.ts';
import { type LegalDocumentName, legalDocuments } from './documents.ts';
import styles from './legal-text.module.css';
import english from './locales/en.json';
import { Paragraphs } from './paragraphs.tsx';

addMessages('legal', english);

type Sections = Record<string, { title: string; text: string }>;

interface LegalTextProps {
  name: LegalDocumentName;
  /** Of the document's own catalogue. */
  texts: TFunction<string>;
}

/** The prefix keeps it different from the hashes that open dialogs. */
const anchorOf = (key: string) => `section-${key}`;

const widgetSuffix = 'WithWidget';

interface TextsOfSite {
  lead: string;
  sections: [key: string, section: Sections[string]][];
}

/**
 * What holds on this site: the section on demos stands only on a site that is one, and `othersWithWidget` in place of `others`, as `leadWithWidget` in
 * place of `lead`, where the chat with support is another company's.
 */
function useTextsOfSite(texts: TFunction<string>): TextsOfSite {
  const { data: system } = useQuery(systemQuery);
  const hasWidget = Boolean(system?.support_widget);
  const sections = texts('sections', { returnObjects: true }) as Sections;
  return {
    lead: (hasWidget && texts(`lead${widgetSuffix}`, { defaultValue: '' })) || texts('lead'),
    sections: Object.entries(sections)
      .filter(([key]) => (key !== 'demo' || system?.demo) && !key.endsWith(widgetSuffix))
      .map(([key, section]) => [key, (hasWidget && sections[key + widgetSuffix]) || section]),
  };
}

/** The text arrives after the browser has looked for the section that the address names. */
function useSectionOfAddress(): void {
  const { hash } = useLocation();
  const [first] = useState(hash);
  useEffect(() => {
    if (first.startsWith('#section-')) document.getElementById(first.slice(1))?.scrollIntoView();
  }, [first]);
}

function Contents({ sections }: { sections: [key: string, section: { title: string }][] }) {
  const { t } = useTranslation('legal');
  const [isWide] = useState(() => matchMedia('(min-width: 1024px)').matches);
  return (
    <nav className={styles.contents} aria-label={t('contents')}>
      <details open={isWide}>
        <summary>{t('contents')}</summary>
        <ol>
          {sections.map(([key, { title }]) => (
            <li key={key}>
              <Link to={{ hash: anchorOf(key) }}>{title}</Link>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** A legal text: its version and day, a list of its sections, and the sections. */
export function LegalText({ name, texts }: LegalTextProps) {
  const { t, i18n } = useTranslation('legal');
  useSchemeOfAddress();
  const isInApp = useParams().dark !== undefined;
  usePageTitle(texts('title'));
  useSectionOfAddress();
  const { lead, sections } = useTextsOfSite(texts);
  const { version, from } = legalDocuments[name];
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <h1>{texts('title')}</h1>
        <p className={styles.lead}>{lead}</p>
        <div className={styles.version}>
          <p className="muted">{t('version', { version, date: formatDay(from) })}</p>
          {!isInApp && (
            <Button variant="default" size="sm" className={styles.print} onClick={() => print()}>
              {t('print')}
            </Button>
          )}
        </div>
        {i18n.language !== defaultLanguage && <p className="hint">{t('translation')}</p>}
      </header>
      <div className={styles.columns}>
        <Contents sections={sections} />
        <div className={styles.text}>
          {sections.map(([key, section]) => (
            <section key={key} id={anchorOf(key)}>
              <h2>{section.title}</h2>
              <Paragraphs text={section.text} />
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
