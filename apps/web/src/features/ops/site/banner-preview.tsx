import type { UseFormReturnType } from '@mantine/form';
import { bannerLevels } from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import styles from './site.module.css';
import type { ItemValues } from './use-item-form.ts';

interface BannerPreviewProps {
  form: UseFormReturnType<ItemValues>;
  language: Language;
}

/** What is typed, as it will stand above pages. */
export function BannerPreview({ form, language }: BannerPreviewProps) {
  const { t } = useTranslation('ops-site');
  const [, follow] = useState(0);
  const again = () => follow((count) => count + 1);
  for (const path of ['level', 'link', 'texts.en.title', 'texts.en.body', 'texts.hi.title', 'texts.hi.body'] as const)
    form.watch(path, again);
  const { level, link, texts } = form.getValues();
  // Where a language has no title, its readers get the English text.
  const shown = texts[language].title.trim() === '' ? 'en' : language;
  const { title, body } = texts[shown];
  const name = title.trim();
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <h3>{t('preview')}</h3>
      {name === '' ? (
        <p className="hint">{t('previewEmpty')}</p>
      ) : (
        <Banner
          level={bannerLevels.find((one) => one === level) ?? 'info'}
          lang={shown}
          title={link.trim() === '' ? name : <u>{name}</u>}
          text={body.trim()}
        />
      )}
    </section>
  );
}
