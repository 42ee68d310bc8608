/** What users do with their tickets. Somebody else's ticket answers as one that does not exist. */
import { DomainError } from '@pelican/shared/contracts';
import {
  isClosed,
  type SupportLanguage,
  type TicketDetails,
  type TicketRequest,
  type TicketStatus,
  type TicketView,
} from '@pelican/shared/contracts/support';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { writeNotices } from '../../notices/index.ts';
import { countRows, inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import type { CheckedFile } from '../../platform/files/index.ts';
import { takeShared } from '../../platform/http/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { areSameFiles, attachFiles, findAttachments } from './attachments.ts';
import type { Sent } from './receive.ts';
import {
  type ConversationPage,
  demandRoom,
  findConversation,
  findOwnTicket,
  findRepeatedComment,
  insertComment,
  repeatMinutes,
  setStatus,
  type TicketRow,
  ticketColumns,
  viewTicket,
} from './tickets.ts';

const daySeconds = 86_400;
const ticketsPerDay = 10;
const commentsPerHour = 30;
const topicLength = 80;

export interface OwnTicketsDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'eval'>;
  encryptionKeys: EncryptionKeys;
}

/** Somebody who reads own tickets, and the language in which the exchange's words in them are. */
export interface TicketReader {
  userId: number;
  lang: SupportLanguage;
}

export interface OwnTicket extends TicketReader {
  id: number;
}

/** A page of the user's tickets, the last changed first. */
export async function listTickets(
  db: Queryable,
  userId: number,
  { lang, ...page }: { lang: SupportLanguage; offset: number; limit: number },
): Promise<{ result: TicketView[]; total: number; offset: number; limit: number }> {
  const own = 'FROM support_tickets AS ticket WHERE user_id = $1 AND deleted_at IS NULL';
  const { rows } = await db.query<TicketRow>(
    `SELECT ${ticketColumns} ${own} ORDER BY updated_at DESC, id DESC OFFSET $2 LIMIT $3`,
    [userId, page.offset, page.limit],
  );
  return {
    result: rows.map((row) => viewTicket(row, lang)),
    total: await countRows(db, `SELECT ${own}`, [userId], page),
    ...page,
  };
}

/** @throws DomainError not_found */
export async function demandOwnTicket(
  db: Queryable,
  wanted: Omit<OwnTicket, 'lang'>,
  lock: '' | 'FOR UPDATE' = '',
): Promise<TicketRow> {
  const ticket = await findOwnTicket(db, wanted, lock);
  if (!ticket) throw new DomainError('not_found');
  return ticket;
}

/** @throws DomainError not_found */
export async function showTicket(
  db: Queryable,
  { before, ...wanted }: OwnTicket & Pick<ConversationPage, 'before'>,
): Promise<TicketDetails> {
  const ticket = await demandOwnTicket(db, wanted);
  return { ...viewTicket(ticket, wanted.lang), ...(await findConversation(db, wanted.id, { before })) };
}

/** Sent again within minutes, a text with its files is the ticket that it has made. @throws DomainError too_many_requests */
export async function openTicket(
  { pool, redis, encryptionKeys }: OwnTicketsDeps,
  reader: TicketReader,
  sent: Sent<TicketRequest>,
): Promise<TicketDetails> {
  const { userId } = reader;
  await takeTicket({ redis }, userId);
  return inTransaction(pool, async (tx) => {
    await lockTicketsOf(tx, userId);
    const repeated = await findRepeated(tx, userId, sent);
    if (repeated !== undefined) return showTicket(tx, { ...reader, id: repeated });
    const { id, topic } = await insertTicket(tx, userId, sent.texts);
    await writeNotices(tx, [{ userId, kind: 'ticket_received', payload: { ticketId: id, topic } }]);
    await attachFiles(tx, encryptionKeys, { userId, place: { ticketId: id, commentId: null }, files: sent.files });
    return showTicket(tx, { ...reader, id });
  });
}

/** Makes calls of one user that open tickets run one after the other, so that a repeated one finds the ticket of the first. */
export async function lockTicketsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`support:${userId}`]);
}

async function findRepeated(
  tx: Transaction,
  userId: number,
  { texts, files }: Sent<TicketRequest>,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM support_tickets
      WHERE user_id = $1 AND text = $2 AND category_id = $3 AND deleted_at IS NULL
        AND created_at > now() - make_interval(mins => $4)`,
    [userId, texts.text, texts.supportCategoryId, repeatMinutes],
  );
  for (const { id } of rows)
    if (await hasFiles(tx, { ticketId: Number(id), commentId: null }, files)) return Number(id);
  return undefined;
}

async function hasFiles(
  tx: Transaction,
  { ticketId, commentId }: { ticketId: number; commentId: number | null },
  files: readonly CheckedFile[],
): Promise<boolean> {
  const attached = await findAttachments(tx, { ticketId, commentIds: commentId === null ? [] : [commentId] });
  return areSameFiles(
    attached.filter((file) => file.commentId === commentId),
    files,
  );
}

export async function insertTicket(
  tx: Transaction,
  userId: number,
  { isChat = false, ...request }: TicketRequest & { isChat?: boolean },
): Promise<{ id: number; topic: string }> {
  const { supportCategoryId, text, email, topic = topicOf(text) } = request;
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO support_tickets (user_id, category_id, topic, text, email, is_chat)
      SELECT id, $2, $3, $4, coalesce($5, email), $6 FROM users WHERE id = $1 RETURNING id`,
    [userId, supportCategoryId, topic, text, email ?? null, isChat],
  );
  return { id: Number(rows[0]?.id), topic };
}

/** The beginning of the first line. */
function topicOf(text: string): string {
  const [first = ''] = text.split('\n');
  const letters = [...first.replaceAll('\t', ' ').trim()];
  return letters.length > topicLength ? `${letters.slice(0, topicLength).join('')}…` : letters.join('');
}

/** @throws DomainError not_found, ticket_closed, too_many_requests */
export async function addComment(
  deps: OwnTicketsDeps,
  wanted: OwnTicket,
  { texts: { text }, files }: Sent<{ text: string }>,
): Promise<TicketDetails> {
  await takeChange(deps, wanted);
  const { id: ticketId, userId } = wanted;
  return inTransaction(deps.pool, async (tx) => {
    const { status } = await demandOwnTicket(tx, wanted, 'FOR UPDATE');
    if (isClosed(status)) throw new DomainError('ticket_closed');
    const comment = { ticketId, operator: null, text };
    const repeated = await findRepeatedComment(tx, comment);
    if (repeated === undefined || !(await hasFiles(tx, { ticketId, commentId: repeated }, files))) {
      await demandRoom(tx, ticketId);
      const commentId = await insertComment(tx, comment);
      await attachFiles(tx, deps.encryptionKeys, { userId, place: { ticketId, commentId }, files });
      await setStatus(tx, { id: ticketId, status, waits: true });
    }
    return showTicket(tx, wanted);
  });
}

/**
 * A user closes an open ticket, and opens a closed one again.
 * @throws DomainError not_found, status_refused, too_many_requests
 */
export async function changeOwnStatus(
  deps: OwnTicketsDeps,
  wanted: OwnTicket,
  status: TicketStatus,
): Promise<TicketDetails> {
  await takeChange(deps, wanted);
  return inTransaction(deps.pool, async (tx) => {
    const ticket = await demandOwnTicket(tx, wanted, 'FOR UPDATE');
    if (status !== ticket.status) {
      if (isClosed(status) === isClosed(ticket.status)) throw new DomainError('status_refused');
      await setStatus(tx, { id: wanted.id, status, waits: !isClosed(status) });
    }
    return showTicket(tx, wanted);
  });
}

/** Takes it out of the user's list; support keeps it, and works on it no more. @throws DomainError not_found, too_many_requests */
export async function deleteOwnTicket(deps: OwnTicketsDeps, wanted: Omit<OwnTicket, 'lang'>): Promise<void> {
  await takeChange(deps, wanted);
  await inTransaction(deps.pool, async (tx) => {
    const { status } = await demandOwnTicket(tx, wanted, 'FOR UPDATE');
    await setStatus(tx, { id: wanted.id, status: isClosed(status) ? status : 'cancelled', waits: false });
    await tx.query('UPDATE support_tickets SET deleted_at = now() WHERE id = $1', [wanted.id]);
  });
}

/** @throws DomainError too_many_requests */
export async function takeTicket({ redis }: Pick<OwnTicketsDeps, 'redis'>, userId: number): Promise<void> {
  await takeShared(redis, [{ name: `ticket:${userId}`, max: ticketsPerDay, seconds: daySeconds }]);
}

/** @throws DomainError too_many_requests */
export async function takeChange({ redis }: OwnTicketsDeps, { userId }: Pick<OwnTicket, 'userId'>): Promise<void> {
  await takeShared(redis, [{ name: `ticket-change:${userId}`, max: commentsPerHour, seconds: 3_600 }]);
}
