import { Button, Textarea } from '@mantine/core';
import type { Person } from '@pelican/shared/contracts/operations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { refreshPerson } from '../../../api/operators.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from '../parts/decision-dialog.module.css';

const noteMax = 2000;

/** Writes something down about a user. */
export function NoteDialog({ person: { id, email }, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('ops');
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({
    mutationFn: () => call('POST /v2/ops/users/:id/notes', { params: { id }, body: { text: text.trim() } }),
    onSuccess: () => {
      void refreshPerson(client, id);
      onClose();
    },
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() !== '' && !save.isPending) save.mutate();
  }
  return (
    <Dialog title={t('users.noteTitle', { email })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Textarea
          data-autofocus
          label={t('users.noteText')}
          description={t('users.noteHint')}
          rows={4}
          maxLength={noteMax}
          value={text}
          error={isMissing && text.trim() === '' ? t('users.noteMissing') : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {save.error && (
          <p role="alert" className={styles.error}>
            {t('users.noteFailed')}. {messagesOf(save.error).join(' ')}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:dialog.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('users.noteVerb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
