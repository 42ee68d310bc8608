import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenQuestion } from './confirm.ts';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** The dialog behind `confirm()`. The verb that changes nothing has the focus; Escape and the backdrop choose it too. */
export function ConfirmDialog({ question }: { question: OpenQuestion }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { typeToConfirm, tone = 'primary' } = question;
  const mayConfirm = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  return (
    <Dialog title={question.title} onClose={() => question.answer(false)}>
      <div className={styles.body}>{question.body}</div>
      {typeToConfirm !== undefined && (
        <TextInput
          mt={16}
          label={t('dialog.typeToConfirm', { text: typeToConfirm })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      <div className={styles.buttons}>
        <Button variant="default" data-autofocus onClick={() => question.answer(false)}>
          {question.cancelLabel ?? t('dialog.cancel')}
        </Button>
        <Button
          variant={tone === 'primary' ? 'filled' : tone}
          disabled={!mayConfirm}
          onClick={() => question.answer(true)}
        >
          {question.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
