import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { contentBodyMax, contentTitleMax } from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Preview } from './preview.tsx';
import styles from './site.module.css';
import type { ItemValues } from './use-item-form.ts';

interface TextFieldsProps {
  form: UseFormReturnType<ItemValues>;
  language: Language;
  isShown: boolean;
  /** Of a kind that has more than a name. */
  hasBody: boolean;
}

/** Title and text in one language. */
export function TextFields({ form, language, isShown, hasBody }: TextFieldsProps) {
  const { t } = useTranslation('ops-site');
  const title = `texts.${language}.title`;
  const body = `texts.${language}.body`;
  const [typed, setTyped] = useState(form.getValues().texts[language].body);
  form.watch(body, ({ value }) => setTyped(String(value)));
  return (
    <div className={styles.text} hidden={!isShown}>
      {language !== 'en' && <p className="hint">{t('fallback')}</p>}
      <TextInput
        label={t(hasBody ? 'itemTitle' : 'name')}
        lang={language}
        maxLength={contentTitleMax}
        key={form.key(title)}
        {...form.getInputProps(title)}
      />
      {hasBody && (
        <Textarea
          label={t('body')}
          description={t('bodyHint')}
          lang={language}
          autosize
          minRows={8}
          maxRows={24}
          maxLength={contentBodyMax}
          key={form.key(body)}
          {...form.getInputProps(body)}
        />
      )}
      {hasBody && isShown && <Preview text={typed} lang={language} />}
    </div>
  );
}
