import { Button, NativeSelect, Textarea } from '@mantine/core';
import type { OpsTicketDetails } from '@pelican/shared/contracts/support';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { savedAnswersQuery } from '../../../api/support-desk.ts';
import { useKeys } from '../keys/use-keys.ts';
import { sayRequested } from '../parts/say-requested.ts';
import { newestCommentId } from './newest-comment-id.ts';
import styles from './tickets.module.css';

const textMax = 5_000;

/** What the ticket becomes with the answer. */
const outcomes = ['in_proccess', 'fixed'] as const;
type Outcome = (typeof outcomes)[number];

interface AnswerFormProps {
  ticket: OpsTicketDetails;
  onAnswered: (ticket: OpsTicketDetails) => void;
}

/** An answer, from scratch or from a saved one. a begins it, Ctrl+Enter sends it. */
export function AnswerForm({ ticket, onAnswered }: AnswerFormProps) {
  const { id, chat } = ticket;
  const { t } = useTranslation('ops-tickets');
  const [text, setText] = useState('');
  // What comes while one writes has not been read.
  const [seen, setSeen] = useState(() => newestCommentId(ticket));
  const [status, setStatus] = useState<Outcome>('in_proccess');
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: saved } = useQuery(savedAnswersQuery);
  const send = useMutation({
    mutationFn: () =>
      call('POST /v2/ops/support/tickets/:id/answer', {
        params: { id },
        body: { text, status, seen },
      }),
    onSuccess: (answer) => {
      setText('');
      if (answer.status === 'requested') sayRequested();
      else onAnswered(answer.ticket);
    },
  });
  function write(next: string): void {
    if (text === '') setSeen(newestCommentId(ticket));
    setText(next);
  }
  useKeys({ a: () => field.current?.focus() });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate();
  }
  const answers = saved?.result ?? [];
  return (
    <form className={styles.answer} noValidate onSubmit={onSubmit}>
      {answers.length > 0 && (
        <NativeSelect
          label={t('saved')}
          data={[
            { value: '', label: t('chooseSaved') },
            ...answers.map((one) => ({ value: String(one.id), label: one.title })),
          ]}
          value=""
          onChange={(event) => {
            const chosen = answers.find((one) => String(one.id) === event.currentTarget.value);
            if (chosen) write(text.trim() === '' ? chosen.text : `${text}\n\n${chosen.text}`);
            field.current?.focus();
          }}
        />
      )}
      <Textarea
        ref={field}
        label={t('answer')}
        description={t(chat ? 'chatHint' : 'answerHint')}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={textMax}
        value={text}
        error={send.error ? messagesOf(send.error).join(' ') : undefined}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit(event);
        }}
      />
      <div className={styles.send}>
        <NativeSelect
          label={t('then')}
          data={outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value as Outcome)}
        />
        <Button type="submit" loading={send.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
