import { Button, Textarea } from '@mantine/core';
import { commentRequest, type TicketDetails, ticketTextMax } from '@pelican/shared/contracts/support';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { problemWith } from '../../../identity/validate.ts';
import styles from './chat.module.css';

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  send: Pick<UseMutationResult<TicketDetails, Error, string>, 'mutate' | 'isPending' | 'error'>;
}

/** A message to support. Enter sends it, Shift+Enter begins a line; until it has arrived it stays in the field. */
export function MessageField({ ref, send }: MessageFieldProps) {
  const { t } = useTranslation('support');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  function submit(): void {
    if (text.trim() === '' || send.isPending) return;
    const found = problemWith(commentRequest, { text });
    setProblem(found);
    if (found === undefined) send.mutate(text, { onSuccess: () => setText('') });
  }
  function onKeyDown(event: KeyboardEvent): void {
    // The Enter that takes a word of an input method sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    submit();
  }
  return (
    <form className={styles.writing} noValidate onSubmit={onSubmit}>
      <Textarea
        ref={ref}
        size="md"
        autosize
        minRows={1}
        maxRows={5}
        maxLength={ticketTextMax}
        aria-label={t('chat.write')}
        placeholder={t('chat.write')}
        readOnly={send.isPending}
        value={text}
        error={problem ?? (send.error ? messagesOf(send.error).join(' ') : undefined)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" size="md" loading={send.isPending}>
        {t('chat.send')}
      </Button>
      <p role="status" className="visually-hidden">
        {send.isPending ? t('chat.private.sending') : ''}
      </p>
    </form>
  );
}
