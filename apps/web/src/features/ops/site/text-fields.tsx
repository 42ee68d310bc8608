import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ContentKind, contentBodyMax, contentNoteMax, contentTitleMax } from '@pelican/shared/contracts/content';
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
  kind: ContentKind;
  body: BodyKind;
}

/** What a kind has beside its title. */
export type BodyKind = 'markdown' | 'plain' | 'none';

const titleLabels: Partial<Record<ContentKind, 'author'>> = { tweet: 'author' };

/** Title and text in one language. */
export function TextFields({ form, language, isShown, kind, body: bodyKind }: TextFieldsProps) {
  const { t } = useTranslation('ops-site');
  const isMarkdown = bodyKind === 'markdown';
  const title = `texts.${language}.title`;
  const body = `texts.${language}.body`;
  const [typed, setTyped] = useState(form.getValues().texts[language].body);
  form.watch(body, ({ value }) => setTyped(String(value)));
  return (
    <div className={styles.text} hidden={!isShown}>
      {language !== 'en' && <p className="hint">{t('fallback')}</p>}
      <TextInput
        label={t(titleLabels[kind] ?? (bodyKind === 'none' ? 'name' : 'itemTitle'))}
        lang={language}
        maxLength={contentTitleMax}
        key={form.key(title)}
        {...form.getInputProps(title)}
      />
      {bodyKind !== 'none' && (
        <Textarea
          label={t(kind === 'event' ? 'condition' : 'body')}
          description={t(isMarkdown ? 'bodyHint' : kind === 'event' ? 'conditionHint' : 'plainHint')}
          lang={language}
          autosize
          minRows={isMarkdown ? 8 : 3}
          maxRows={24}
          maxLength={isMarkdown ? contentBodyMax : contentNoteMax}
          key={form.key(body)}
          {...form.getInputProps(body)}
        />
      )}
      {isMarkdown && isShown && <Preview text={typed} lang={language} />}
    </div>
  );
}
