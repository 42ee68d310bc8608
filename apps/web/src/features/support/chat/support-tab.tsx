import { Button } from '@mantine/core';
import { isClosed, type TicketDetails } from '@pelican/shared/contracts/support';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { messagesOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { Conversation } from '../../../conversation/conversation.tsx';
import { chatHash, paths, signInPath, ticketPath } from '../../../platform/paths.ts';
import { notifyWhenHidden } from '../../../terminal/hidden-tab-notices.ts';
import { notify } from '../../../ui/notify.ts';
import { announceOnPage } from '../../../ui/page-announcements.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from './chat.module.css';
import { MessageField } from './message-field.tsx';
import { useScrolledToEnd } from './use-scrolled-to-end.ts';
import { useSupportChat } from './use-support-chat.ts';

/** Notices of what the panel shows sooner. */
const announced = ['chat_answered', 'chat_answered_soon'];

function SignedOut({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('support');
  const { pathname, search } = useLocation();
  return (
    <div className={styles.messages}>
      <EmptyState
        text={t('chat.private.signedOut')}
        action={
          <Button component={Link} to={signInPath(pathname + search + chatHash)} onClick={onLeave}>
            {t('chat.private.signIn')}
          </Button>
        }
      />
      <p className={`hint ${styles.others}`}>{t('ways.call')}</p>
      <p className={styles.others}>
        <Link to={paths.faq} onClick={onLeave}>
          {t('ways.faqOpen')}
        </Link>
        <Link to={paths.support} onClick={onLeave}>
          {t('chat.private.byMail')}
        </Link>
      </p>
    </div>
  );
}

function Talk({ ticket }: { ticket: TicketDetails }) {
  const { t } = useTranslation('support');
  const frame = useScrolledToEnd<HTMLDivElement>(`${ticket.id} ${ticket.comments.at(-1)?.id} ${ticket.status}`);
  return (
    <div
      ref={frame}
      className={styles.messages}
      role="log"
      aria-label={t('chat.private.messages')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keys
      tabIndex={0}
    >
      <Conversation
        key={ticket.id}
        reader="user"
        ticket={ticket}
        writer={t('ticket.you')}
        loadEarlier={(before) => call('GET /v2/support/:id', { params: { id: ticket.id }, query: { before } })}
        pathOf={(file) => `/v2/support/${ticket.id}/files/${file}`}
      />
      {isClosed(ticket.status) && <p className={`hint ${styles.ended}`}>{t('chat.private.ended')}</p>}
    </div>
  );
}

function Messages({ ticket, error, refetch }: Pick<ReturnType<typeof useSupportChat>, 'ticket' | 'error' | 'refetch'>) {
  const { t } = useTranslation('support');
  if (ticket) return <Talk ticket={ticket} />;
  return (
    <div className={styles.messages} aria-busy={ticket === undefined && !error}>
      {ticket === null ? (
        <EmptyState text={t('chat.private.empty')} />
      ) : error ? (
        <ErrorState title={t('chat.notLoaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Skeleton width={200} />
          <Skeleton width={240} />
        </>
      )}
    </div>
  );
}

/** Shows a browser notification for each new answer of an operator while this tab is hidden. */
function useHiddenTabNews(ticket: TicketDetails | null | undefined): void {
  const { t } = useTranslation('support');
  const newest = ticket?.comments.at(-1);
  const known = useRef<number>(undefined);
  useEffect(() => {
    if (ticket === undefined) return;
    const id = newest?.id ?? 0;
    if (known.current !== undefined && id > known.current && newest?.author === 'operator')
      notifyWhenHidden(`support-${id}`, t('chat.tab.support'), newest.text);
    known.current = id;
  }, [ticket, newest, t]);
}

function PrivateChat({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('support');
  const { ticket, error, refetch, send, end } = useSupportChat();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => announceOnPage(announced), []);
  useHiddenTabNews(ticket);
  const onEnd = async (id: number) => {
    try {
      await end.mutateAsync(id);
      // The button is gone, and the next message begins another chat.
      field.current?.focus();
    } catch (failure) {
      notify.error(messagesOf(failure).join(' '), { title: t('chat.private.notEnded') });
    }
  };
  return (
    <>
      <Messages ticket={ticket} error={error} refetch={refetch} />
      <MessageField ref={field} send={send} />
      {ticket && (
        <div className={styles.ways}>
          <Link to={ticketPath(ticket.id)} onClick={onLeave}>
            {t('chat.private.ticket', { id: ticket.id })}
          </Link>
          {!isClosed(ticket.status) && (
            <Button
              variant="default"
              size="compact-sm"
              className={styles.end}
              loading={end.isPending}
              onClick={() => void onEnd(ticket.id)}
            >
              {t('chat.private.end')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** The chat with the operators of support, which nobody else reads. @param onLeave a link leads to a page that the panel would cover */
export function SupportTab({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('support');
  const { isSignedIn, status } = useSession();
  return (
    <>
      <p className={`hint ${styles.warning}`}>{t('chat.private.about')}</p>
      {isSignedIn && <PrivateChat onLeave={onLeave} />}
      {status === 'anonymous' && <SignedOut onLeave={onLeave} />}
    </>
  );
}
