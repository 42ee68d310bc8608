import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ChatMessage, chatMessageMax, sendRequest } from '@pelican/shared/contracts/chat';
import { isSupportLanguage, type SupportLanguage, supportLanguages } from '@pelican/shared/contracts/support';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { messagesOf } from '../../../api/api-error.ts';
import { useSession } from '../../../api/session.ts';
import { problemWith } from '../../../identity/validate.ts';
import { signInPath, tradersHash } from '../../../platform/paths.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from './chat.module.css';
import { sendChatMessage } from './queries.ts';
import { useRoom } from './use-room.ts';
import { useScrolledToEnd } from './use-scrolled-to-end.ts';

/** Plain text: what looks like an address in it is no link. */
function Message({ message: { userName, message, dateAt, staff } }: { message: ChatMessage }) {
  const { t } = useTranslation('support');
  return (
    <li className={styles.message}>
      <span className="hint">
        <strong className={styles.name}>{userName}</strong>
        {staff && <span className={styles.staff}>{t('chat.staff')}</span>} <Moment seconds={dateAt} />
      </span>
      <p>{message}</p>
    </li>
  );
}

function Messages({ room }: { room: ReturnType<typeof useRoom> }) {
  const { t } = useTranslation('support');
  const list = useScrolledToEnd<HTMLOListElement>(String(room.history?.messages.at(-1)?.id));
  const { history, error } = room;
  if (error && !history)
    return (
      <div className={styles.messages}>
        <ErrorState title={t('chat.notLoaded')} error={error} onRetry={() => void room.refetch()} />
      </div>
    );
  if (!history)
    return (
      <div className={styles.messages} aria-busy="true">
        <Skeleton width={200} />
        <Skeleton width={240} />
      </div>
    );
  if (history.messages.length === 0)
    return (
      <div className={styles.messages}>
        <EmptyState text={t('chat.empty')} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keys
    <ol ref={list} className={styles.messages} aria-label={t('chat.messages')} aria-live="polite" tabIndex={0}>
      {history.next !== null && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => void room.loadEarlier()}>
            {t('chat.earlier')}
          </Button>
        </li>
      )}
      {history.messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </ol>
  );
}

function Writing({ language, onSent }: { language: SupportLanguage; onSent: (message: ChatMessage) => void }) {
  const { t } = useTranslation('support');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: () => sendChatMessage(language, text),
    onSuccess: (message) => {
      setText('');
      onSent(message);
    },
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '' || send.isPending) return;
    const found = problemWith(sendRequest, { message: text });
    setProblem(found);
    if (found === undefined) send.mutate();
  }
  return (
    <form className={styles.writing} noValidate onSubmit={onSubmit}>
      <TextInput
        size="md"
        aria-label={t('chat.write')}
        placeholder={t('chat.write')}
        maxLength={chatMessageMax}
        autoComplete="off"
        value={text}
        error={problem ?? (send.error ? messagesOf(send.error).join(' ') : undefined)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" size="md" loading={send.isPending}>
        {t('chat.send')}
      </Button>
    </form>
  );
}

/** The public chat: everybody reads, signed-in people write. */
export function TradersTab() {
  const { t, i18n } = useTranslation('support');
  const { isSignedIn } = useSession();
  const { pathname, search } = useLocation();
  const [language, setLanguage] = useState<SupportLanguage>(isSupportLanguage(i18n.language) ? i18n.language : 'en');
  const room = useRoom(language);
  return (
    <>
      <div className={styles.about}>
        <p className={`hint ${styles.warning}`}>{t('chat.warning')}</p>
        <NativeSelect
          aria-label={t('chat.room')}
          data={supportLanguages.map(({ code, name }) => ({ value: code, label: name }))}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as SupportLanguage)}
        />
      </div>
      <Messages key={language} room={room} />
      {isSignedIn ? (
        <Writing language={language} onSent={room.add} />
      ) : (
        <p className={styles.foot}>
          <Link to={signInPath(pathname + search + tradersHash)}>{t('chat.signIn')}</Link>
        </p>
      )}
    </>
  );
}
