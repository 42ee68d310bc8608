import '@mantine/core/styles/NumberInput.css';
import { Button, Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import {
  type FaqEntryView,
  faqEntryRequest,
  supportCategories,
  supportLanguages,
} from '@pelican/shared/contracts/support';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { faqEntriesQuery } from '../../../api/support-desk.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import { paths } from '../../../platform/paths.ts';
import { notify } from '../../../ui/notify.ts';
import { sayRequested } from '../parts/say-requested.ts';
import styles from './content.module.css';
import { DeleteButton } from './delete-button.tsx';

/** An entry of the FAQ; a new one without `entry`. */
export function EntryEditor({ entry }: { entry: FaqEntryView | undefined }) {
  const { t } = useTranslation('ops-content');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial: {
      slug: entry?.slug ?? '',
      language: entry?.language ?? 'en',
      supportCategoryId: String(entry?.supportCategoryId ?? ''),
      question: entry?.question ?? '',
      answer: entry?.answer ?? '',
      position: entry?.position ?? 0,
      published: entry?.published ?? true,
    },
    schema: faqEntryRequest,
    send: (body) =>
      entry
        ? call('POST /v2/ops/support/faq/:id', { params: { id: entry.id }, body })
        : call('POST /v2/ops/support/faq', { body }),
    onSent: async (sent) => {
      if (sent.status === 'requested') return sayRequested();
      notify.success(t('saved'));
      await client.invalidateQueries({ queryKey: faqEntriesQuery.queryKey });
      void navigate(`${paths.operators}/content/${sent.entry.id}`);
    },
    keepsValues: true,
  });
  const deleted = async () => {
    await client.invalidateQueries({ queryKey: faqEntriesQuery.queryKey });
    void navigate(`${paths.operators}/content`);
  };
  return (
    <form className={styles.editor} noValidate onSubmit={onSubmit} aria-label={t('entry')}>
      <h2>{entry ? entry.question : t('add.faq')}</h2>
      <FormAlert problem={problem} />
      <div className={styles.row}>
        <NativeSelect
          label={t('language')}
          data={supportLanguages.map(({ code, name }) => ({ value: code, label: name }))}
          key={form.key('language')}
          {...form.getInputProps('language')}
        />
        <NativeSelect
          label={t('category')}
          data={[
            { value: '', label: t('choose'), disabled: true },
            ...supportCategories.map(({ id, name }) => ({ value: String(id), label: name.en })),
          ]}
          key={form.key('supportCategoryId')}
          {...form.getInputProps('supportCategoryId')}
        />
        <NumberInput
          label={t('position')}
          min={0}
          max={10_000}
          allowDecimal={false}
          key={form.key('position')}
          {...form.getInputProps('position')}
        />
      </div>
      <TextInput
        label={t('slug')}
        description={t('slugHint')}
        maxLength={60}
        key={form.key('slug')}
        {...form.getInputProps('slug')}
      />
      <TextInput label={t('question')} maxLength={200} key={form.key('question')} {...form.getInputProps('question')} />
      <Textarea
        label={t('answer')}
        description={t('answerHint')}
        autosize
        minRows={6}
        maxRows={24}
        maxLength={5_000}
        key={form.key('answer')}
        {...form.getInputProps('answer')}
      />
      <Checkbox
        label={t('published')}
        key={form.key('published')}
        {...form.getInputProps('published', { type: 'checkbox' })}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={isPending}>
          {t('save')}
        </Button>
        {entry && (
          <DeleteButton
            question={t('deleteEntry')}
            remove={() => call('DELETE /v2/ops/support/faq/:id', { params: { id: entry.id } })}
            onDeleted={() => void deleted()}
          />
        )}
      </div>
    </form>
  );
}
