import { Button, Textarea, TextInput } from '@mantine/core';
import { type SavedAnswerView, savedAnswerRequest } from '@pelican/shared/contracts/support';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { savedAnswersQuery } from '../../../api/support-desk.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import { paths } from '../../../platform/paths.ts';
import { notify } from '../../../ui/notify.ts';
import { sayRequested } from '../parts/say-requested.ts';
import styles from './content.module.css';
import { DeleteButton } from './delete-button.tsx';

const list = `${paths.operators}/content`;

/** A saved answer; a new one without `answer`. */
export function AnswerEditor({ answer }: { answer: SavedAnswerView | undefined }) {
  const { t } = useTranslation('ops-content');
  const client = useQueryClient();
  const navigate = useNavigate();
  const go = async (address: string) => {
    await client.invalidateQueries({ queryKey: savedAnswersQuery.queryKey });
    void navigate(address);
  };
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial: { title: answer?.title ?? '', text: answer?.text ?? '' },
    schema: savedAnswerRequest,
    send: (body) =>
      answer
        ? call('POST /v2/ops/support/answers/:id', { params: { id: answer.id }, body })
        : call('POST /v2/ops/support/answers', { body }),
    onSent: (sent) => {
      if (sent.status === 'requested') return sayRequested();
      notify.success(t('saved'));
      void go(`${list}/${sent.answer.id}?kind=answers`);
    },
    keepsValues: true,
  });
  return (
    <form className={styles.editor} noValidate onSubmit={onSubmit} aria-label={t('savedAnswer')}>
      <h2>{answer ? answer.title : t('add.answers')}</h2>
      <FormAlert problem={problem} />
      <TextInput label={t('name')} maxLength={120} key={form.key('title')} {...form.getInputProps('title')} />
      <Textarea
        label={t('text')}
        autosize
        minRows={6}
        maxRows={24}
        maxLength={5_000}
        key={form.key('text')}
        {...form.getInputProps('text')}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={isPending}>
          {t('save')}
        </Button>
        {answer && (
          <DeleteButton
            question={t('deleteAnswer')}
            remove={() => call('DELETE /v2/ops/support/answers/:id', { params: { id: answer.id } })}
            onDeleted={() => void go(`${list}?kind=answers`)}
          />
        )}
      </div>
    </form>
  );
}
