import type { AttachmentView, CommentView, TicketDetails } from '@pelican/shared/contracts/support';
import { useTranslation } from 'react-i18next';
import { Moment } from '../ui/moment.tsx';
import './messages.ts';
import { Attachments } from './attachments.tsx';
import styles from './conversation.module.css';

interface SaidProps {
  author: CommentView['author'];
  name: string;
  seconds: number;
  text: string;
  files: readonly AttachmentView[];
  pathOf: (file: string) => string;
}

function Said({ author, name, seconds, text, files, pathOf }: SaidProps) {
  return (
    <li className={styles.said} data-author={author}>
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
  /** How its writer is called. */
  writer: string;
  /** Where the content of an attached file is read. */
  pathOf: (file: string) => string;
}

/** What was asked and answered, the oldest first. Texts are plain: nothing in them is a link or a picture. */
export function Conversation({ ticket, writer, pathOf }: ConversationProps) {
  const { t } = useTranslation('conversation');
  return (
    <ol className={styles.talk} aria-label={t('title')}>
      <Said
        author="user"
        name={writer}
        seconds={ticket.createdAt}
        text={ticket.text}
        files={ticket.files}
        pathOf={pathOf}
      />
      {ticket.comments.map(({ id, author, name, createdAt, text, files }) => (
        <Said
          key={id}
          author={author}
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
