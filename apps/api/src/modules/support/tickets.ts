/** Tickets as rows, and what a ticket and its comments look like to anybody who may read them. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type AttachmentView,
  type CommentView,
  commentsPage,
  commentsPageLetters,
  ownCommentsMax,
  type SupportLanguage,
  supportCategories,
  type TicketStatus,
  type TicketView,
} from '@pelican/shared/contracts/support';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { findAttachments, viewAttachment } from './attachments.ts';

export interface TicketRow {
  id: string;
  userId: string;
  categoryId: number;
  topic: string;
  text: string;
  email: string;
  status: TicketStatus;
  createdAt: Date;
  updatedAt: Date;
  waitingSince: Date | null;
  deletedAt: Date | null;
  isChat: boolean;
  fileName: string | null;
}

/** Of a table that is called `ticket`. */
export const ticketColumns = `ticket.id, ticket.user_id AS "userId", ticket.category_id AS "categoryId", ticket.topic,
  ticket.text, ticket.email, ticket.status, ticket.created_at AS "createdAt", ticket.updated_at AS "updatedAt",
  ticket.waiting_since AS "waitingSince", ticket.deleted_at AS "deletedAt", ticket.is_chat AS "isChat",
  (SELECT name FROM support_files JOIN files ON files.id = file_id
    WHERE ticket_id = ticket.id AND comment_id IS NULL AND coalesce(delete_after, 'infinity') > now()
    ORDER BY position LIMIT 1) AS "fileName"`;

/** Statuses of tickets on which somebody still works, for `status IN`; the unique index of open chats has the same. */
export const openStatuses = `('created', 'in_proccess')`;

/** A user's ticket; undefined also for one of somebody else. */
export async function findOwnTicket(
  db: Queryable,
  { id, userId }: { id: number; userId: number },
  lock: '' | 'FOR UPDATE' = '',
): Promise<TicketRow | undefined> {
  const { rows } = await db.query<TicketRow>(
    `SELECT ${ticketColumns} FROM support_tickets AS ticket
      WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL ${lock}`,
    [id, userId],
  );
  return rows[0];
}

/** Any ticket, for operators; its row is locked until the transaction ends. @throws DomainError not_found */
export async function lockTicket(tx: Transaction, id: number): Promise<TicketRow> {
  const { rows } = await tx.query<TicketRow>(
    `SELECT ${ticketColumns} FROM support_tickets AS ticket WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  return rows[0];
}

export interface NewComment {
  ticketId: number;
  /** Null: of the user. */
  operator: string | null;
  text: string;
}

/** @returns its id */
export async function insertComment(tx: Transaction, { ticketId, operator, text }: NewComment): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    'INSERT INTO support_comments (ticket_id, operator, text) VALUES ($1, $2, $3) RETURNING id',
    [ticketId, operator, text],
  );
  return Number(rows[0]?.id);
}

/**
 * What is opened again is an ordinary ticket: its user may have begun another chat meanwhile.
 * @param waits it is our turn: since then, or since now, unless it was so before
 */
export async function setStatus(
  tx: Transaction,
  { id, status, waits }: { id: number; status: TicketStatus; waits: boolean | Date },
): Promise<void> {
  await tx.query(
    `UPDATE support_tickets SET status = $2, updated_at = now(),
        is_chat = is_chat AND (status IN ${openStatuses} OR $2 NOT IN ${openStatuses}),
        waiting_since = CASE WHEN $3 THEN coalesce($4, waiting_since, now()) END
      WHERE id = $1`,
    [id, status, waits !== false, waits instanceof Date ? waits : null],
  );
}

/** The same text within this time is the same call, sent again. */
export const repeatMinutes = 10;

/** The newest comment, if it is this one: a call that is sent again, since its answer was lost, adds nothing. */
export async function findRepeatedComment(
  tx: Transaction,
  { ticketId, operator, text }: NewComment,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: string; isSame: boolean }>(
    `SELECT id, operator IS NOT DISTINCT FROM $2 AND text = $3 AND created_at > now() - make_interval(mins => $4) AS "isSame"
      FROM support_comments WHERE ticket_id = $1 ORDER BY id DESC LIMIT 1`,
    [ticketId, operator, text, repeatMinutes],
  );
  return rows[0]?.isSame ? Number(rows[0].id) : undefined;
}

/** When the user has first written after a comment, or after the ticket's own text (0); undefined if not at all. */
export async function firstWrittenAfter(
  tx: Transaction,
  ticketId: number,
  commentId: number,
): Promise<Date | undefined> {
  const { rows } = await tx.query<{ at: Date }>(
    'SELECT created_at AS at FROM support_comments WHERE ticket_id = $1 AND id > $2 AND operator IS NULL ORDER BY id LIMIT 1',
    [ticketId, commentId],
  );
  return rows[0]?.at;
}

export interface ConversationPage {
  /** Comments before this one. */
  before?: number | undefined;
  /** Of operators, to other operators. */
  showsNames?: boolean;
}

export interface Conversation {
  files: AttachmentView[];
  comments: CommentView[];
  hasEarlier: boolean;
}

/** What was attached, and the newest comments, the oldest of them first. */
export async function findConversation(
  db: Queryable,
  ticketId: number,
  { before, showsNames = false }: ConversationPage = {},
): Promise<Conversation> {
  const { rows } = await db.query<CommentRow>(
    `SELECT id, operator, text, created_at AS "createdAt" FROM support_comments
      WHERE ticket_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [ticketId, before ?? null, commentsPage + 1],
  );
  const page = newestOf(rows).reverse();
  const ids = page.map(({ id }) => Number(id));
  const files = Map.groupBy(await findAttachments(db, { ticketId, commentIds: ids }), ({ commentId }) => commentId);
  const filesOf = (commentId: number | null) => (files.get(commentId) ?? []).map(viewAttachment);
  return {
    files: filesOf(null),
    comments: page.map(({ id, operator, text, createdAt }) => ({
      id: Number(id),
      createdAt: secondsOf(createdAt),
      author: operator === null ? 'user' : 'operator',
      name: showsNames ? operator : null,
      text,
      files: filesOf(Number(id)),
    })),
    hasEarlier: rows.length > page.length,
  };
}

/** As many of the rows, the newest first, as one answer takes. */
function newestOf(rows: readonly CommentRow[]): CommentRow[] {
  let letters = 0;
  const excess = rows.findIndex(({ text }, at) => {
    letters += text.length;
    return at === commentsPage || (at > 0 && letters > commentsPageLetters);
  });
  return excess === -1 ? [...rows] : rows.slice(0, excess);
}

interface CommentRow {
  id: string;
  operator: string | null;
  text: string;
  createdAt: Date;
}

/** @throws DomainError ticket_closed: the user has written as much as one ticket takes */
export async function demandRoom(tx: Transaction, ticketId: number): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM support_comments WHERE ticket_id = $1 AND operator IS NULL',
    [ticketId],
  );
  if ((rows[0]?.count ?? 0) >= ownCommentsMax)
    throw new DomainError('ticket_closed', {
      message: 'This ticket takes no more messages. Open a new one and name the number of this one.',
    });
}

/** @param language of the category's name */
export function viewTicket(row: TicketRow, language: SupportLanguage): TicketView {
  const { categoryId, topic, status, email, text, fileName, isChat } = row;
  return {
    id: Number(row.id),
    createdAt: secondsOf(row.createdAt),
    updatedAt: secondsOf(row.updatedAt),
    supportCategoryId: categoryId,
    category: categoryName(categoryId, language),
    topic,
    status,
    email,
    text,
    fileName,
    chat: isChat,
  };
}

export function categoryName(id: number, language: SupportLanguage): string {
  return supportCategories.find((category) => category.id === id)?.name[language] ?? '';
}

export function secondsOf(date: Date): number {
  return date.getTime() / 1_000;
}
