import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../../api/system.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useSchemeOfAddress } from '../../platform/use-scheme-of-address.ts';
import styles from './legal-text.module.css';
import english from './locales/en.json';

addMessages('legal', english);

type Sections = Record<string, { title: string; text: string }>;

/** A legal text in sections; the one on demos stands only on a site that is one. */
export function LegalText({ name }: { name: keyof typeof english }) {
  const { t } = useTranslation('legal');
  useSchemeOfAddress();
  usePageTitle(t(`${name}.title`));
  const { data: system } = useQuery(systemQuery);
  const sections = Object.entries(t(`${name}.sections`, { returnObjects: true }) as Sections);
  return (
    <article className={styles.text}>
      <h1>{t(`${name}.title`)}</h1>
      {sections
        .filter(([key]) => key !== 'demo' || system?.demo)
        .map(([key, section]) => (
          <section key={key}>
            <h2>{section.title}</h2>
            <p>{section.text}</p>
          </section>
        ))}
    </article>
  );
}
