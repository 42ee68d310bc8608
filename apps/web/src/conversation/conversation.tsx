import type { AttachmentView, CommentView, TicketDetails } from '@pelican/shared/contracts/support';
import { useTranslation } from 'react-i18next';
import { Moment } from '../ui/moment.tsx';
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

interface ConversationProps {
  ticket: Pick<TicketDetails, 'createdAt' | 'text' | 'files' | 'comments'>;
  /** Who reads it: the reader's own messages stand on the right. */
  reader: Author;
  /** How its writer is called. */
  writer: string;
  /** Where the content of an attached file is read. */
  pathOf: (file: string) => string;
}

/** What was asked and answered, the oldest first. Texts are plain: nothing in them is a link or a picture. */
export function Conversation({ ticket, reader, writer, pathOf }: ConversationProps) {
  const { t } = useTranslation('conversation');
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
      {ticket.comments.map(({ id, author, name, createdAt, text, files }) => (
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
