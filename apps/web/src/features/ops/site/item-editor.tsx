import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import './messages.ts';
import { Button, SegmentedControl } from '@mantine/core';
import type { ContentItemDetails, ContentKind } from '@pelican/shared/contracts/content';
import { type Language, languages } from '@pelican/shared/contracts/system';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.ts';
import { contentItemQuery } from '../../../api/content-desk.ts';
import { refreshConsole } from '../../../api/operators.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { paths } from '../../../platform/paths.ts';
import { notify } from '../../../ui/notify.ts';
import { sayRequested } from '../parts/say-requested.ts';
import { BannerPreview } from './banner-preview.tsx';
import { KindFields } from './kind-fields.tsx';
import styles from './site.module.css';
import { type BodyKind, TextFields } from './text-fields.tsx';
import { useItemForm } from './use-item-form.ts';

const bodies: Record<ContentKind, BodyKind> = {
  announcement: 'markdown',
  digest: 'markdown',
  tweet: 'plain',
  event: 'plain',
  banner: 'plain',
  listing_card: 'none',
  news: 'none',
  partner: 'none',
  front_currency: 'none',
};

/** The fields of an item; a new one without `content`. */
export function ItemEditor({ kind, content }: { kind: ContentKind; content: ContentItemDetails | undefined }) {
  const { t } = useTranslation('ops-site');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [language, setLanguage] = useState<Language>('en');
  const { form, onSubmit, problem, error, isPending } = useItemForm({
    kind,
    content,
    onRequested: sayRequested,
    onSaved: async (saved) => {
      notify.success(t('saved'));
      client.setQueryData(contentItemQuery(saved.id).queryKey, saved);
      await refreshConsole(client);
      if (!content)
        void navigate(`${paths.operators}/site/${saved.id}${kind === 'announcement' ? '' : `?kind=${kind}`}`);
    },
    onWrong: ([first]) => {
      if (!first) return;
      const wrong = languages.find(({ code }) => first.startsWith(`texts.${code}.`));
      if (wrong) setLanguage(wrong.code);
      // The fields of another language are shown with the next paint.
      setTimeout(() => form.getInputNode(first)?.focus());
    },
  });
  const isOutdated = error instanceof ApiError && error.code === 'content_changed';
  const written = (code: Language) => form.getValues().texts[code].title !== '';
  return (
    <form className={styles.editor} noValidate onSubmit={onSubmit} aria-label={t('form')}>
      {isOutdated ? (
        <div role="alert" className={styles.changed}>
          {t('changed')}
          <Button variant="default" onClick={() => void refreshConsole(client)}>
            {t('reload')}
          </Button>
        </div>
      ) : (
        <FormAlert problem={problem} />
      )}
      <KindFields form={form} kind={kind} isAddressFixed={content !== undefined && content.state !== 'draft'} />
      {kind !== 'front_currency' && (
        <SegmentedControl
          aria-label={t('languages')}
          value={language}
          onChange={(next) => setLanguage(next as Language)}
          data={languages.map(({ code, name }) => ({
            value: code,
            label: t(written(code) ? 'complete' : 'missing', { language: name }),
          }))}
        />
      )}
      {kind !== 'front_currency' &&
        languages.map(({ code }) => (
          <TextFields
            key={code}
            form={form}
            kind={kind}
            body={bodies[kind]}
            language={code}
            isShown={code === language}
          />
        ))}
      {kind === 'banner' && <BannerPreview form={form} language={language} />}
      <Button type="submit" loading={isPending} style={{ justifySelf: 'start' }}>
        {t(content && content.state !== 'draft' ? 'save' : 'saveDraft')}
      </Button>
    </form>
  );
}
