import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenQuestion } from './confirm.ts';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/**
 * The dialog behind `confirm()`. The verb that does it has the focus, so that Enter carries on what Enter began; where
 * something is lost by it, or a text must be typed first, it has not. Escape and the backdrop change nothing.
 */
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
          data-autofocus
          label={t('dialog.typeToConfirm', { text: typeToConfirm })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      <div className={styles.buttons}>
        <Button
          variant="default"
          data-autofocus={tone === 'danger' && typeToConfirm === undefined ? true : undefined}
          onClick={() => question.answer(false)}
        >
          {question.cancelLabel ?? t('dialog.cancel')}
        </Button>
        <Button
          variant={tone === 'primary' ? 'filled' : tone}
          data-autofocus={tone !== 'danger' && typeToConfirm === undefined ? true : undefined}
          disabled={!mayConfirm}
          // A key that is held down since it opened the question does not answer it.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => question.answer(true)}
        >
          {question.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
