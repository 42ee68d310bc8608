import { Button } from '@mantine/core';
import type { AttachmentView, CommentView, TicketDetails } from '@pelican/shared/contracts/support';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../api/api-error.ts';
import { Moment } from '../ui/moment.tsx';
import { notify } from '../ui/notify.ts';
import './messages.ts';
import { Attachments } from './attachments.tsx';
import styles from './conversation.module.css';

type Author = CommentView['author'];

interface SaidProps {
  isOwn: boolean;
  name: string;
  seconds: number;
  text: string;
  files: readonly AttachmentView[];
  pathOf: (file: string) => string;
}

function Said({ isOwn, name, seconds, text, files, pathOf }: SaidProps) {
  return (
    <li className={styles.said} data-own={isOwn || undefined}>
      <span className="hint">
        {name}, <Moment seconds={seconds} />
      </span>
      <p>{text}</p>
      <Attachments files={files} pathOf={pathOf} />
    </li>
  );
}

type Page = Pick<TicketDetails, 'comments' | 'hasEarlier'>;

interface ConversationProps {
  ticket: Page & Pick<TicketDetails, 'createdAt' | 'text' | 'files'>;
  /** The comments before one of them. */
  loadEarlier: (before: number) => Promise<Page>;
  /** Who reads it: the reader's own messages stand on the right. */
  reader: Author;
  /** How its writer is called. */
  writer: string;
  /** Where the content of an attached file is read. */
  pathOf: (file: string) => string;
}

/** Each comment once, the oldest first. */
function merge(...lists: readonly CommentView[][]): CommentView[] {
  const byId = new Map(lists.flat().map((comment) => [comment.id, comment]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** The newest comments, and those before them that were asked for. What was shown once stays while newer ones arrive. */
function useComments({ comments: newest, hasEarlier: isMore = false }: Page, load: (before: number) => Promise<Page>) {
  const { t } = useTranslation('conversation');
  const [earlier, setEarlier] = useState<Page>();
  const comments = merge(earlier?.comments ?? [], newest);
  const { mutate, isPending } = useMutation({
    mutationFn: () => load(comments[0]?.id ?? 0),
    onSuccess: (page) => setEarlier({ ...page, comments: merge(page.comments, comments) }),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('earlierNotLoaded') }),
  });
  return {
    comments,
    hasEarlier: earlier ? earlier.hasEarlier : isMore,
    loadEarlier: () => mutate(),
    isLoading: isPending,
  };
}

/** What was asked and answered, the oldest first. Texts are plain: nothing in them is a link or a picture. */
export function Conversation({ ticket, loadEarlier, reader, writer, pathOf }: ConversationProps) {
  const { t } = useTranslation('conversation');
  const said = useComments(ticket, loadEarlier);
  return (
    <ol className={styles.talk} aria-label={t('title')}>
      <Said
        isOwn={reader === 'user'}
        name={writer}
        seconds={ticket.createdAt}
        text={ticket.text}
        files={ticket.files}
        pathOf={pathOf}
      />
      {said.hasEarlier && (
        <li className={styles.earlier}>
          <Button variant="default" loading={said.isLoading} onClick={said.loadEarlier}>
            {t('earlier')}
          </Button>
        </li>
      )}
      {said.comments.map(({ id, author, name, createdAt, text, files }) => (
        <Said
          key={id}
          isOwn={author === reader}
          name={author === 'user' ? writer : (name ?? t('support'))}
          seconds={createdAt}
          text={text}
          files={files}
          pathOf={pathOf}
        />
      ))}
    </ol>
  );
}
