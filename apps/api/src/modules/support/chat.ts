/** The chat with support: a ticket that is marked as one, so that operators have one desk. A user has one open at most, and the next message after its end begins another. */
import type { SupportCategoryId, TicketDetails } from '@pelican/shared/contracts/support';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import {
  insertTicket,
  lockTicketsOf,
  type OwnTicketsDeps,
  showTicket,
  type TicketReader,
  takeChange,
  takeTicket,
} from './own-tickets.ts';
import {
  demandRoom,
  findRepeatedComment,
  insertComment,
  openStatuses,
  repeatMinutes,
  setStatus,
  type TicketRow,
  ticketColumns,
} from './tickets.ts';

/** Nobody is asked what a chat is about before it begins. */
const categoryId: SupportCategoryId = 10;

/** The newest, open or ended. */
export async function showChat(db: Queryable, reader: TicketReader): Promise<TicketDetails | null> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM support_tickets WHERE user_id = $1 AND is_chat AND deleted_at IS NULL ORDER BY id DESC LIMIT 1',
    [reader.userId],
  );
  return rows[0] ? showTicket(db, { ...reader, id: Number(rows[0].id) }) : null;
}

/**
 * Adds a message to the open chat, or begins one with it: also when an operator ends the chat at that moment.
 * @throws DomainError ticket_closed (the chat takes no more messages), too_many_requests
 */
export async function writeToChat(deps: OwnTicketsDeps, reader: TicketReader, text: string): Promise<TicketDetails> {
  const { userId } = reader;
  await takeChange(deps, reader);
  return inTransaction(deps.pool, async (tx) => {
    await lockTicketsOf(tx, userId);
    const open = await lockOpenChat(tx, userId);
    if (open) {
      await addMessage(tx, open, text);
      return showTicket(tx, { ...reader, id: Number(open.id) });
    }
    // Under the lock, so that each new chat takes one of the day's tickets, and messages that come at once take one together.
    await takeTicket(deps, userId);
    const { id } = await insertTicket(tx, userId, { supportCategoryId: categoryId, text, isChat: true });
    return showTicket(tx, { ...reader, id });
  });
}

/** Postgres checks the conditions again once it has the lock, so a chat that ended meanwhile is not found. */
async function lockOpenChat(tx: Transaction, userId: number): Promise<TicketRow | undefined> {
  const { rows } = await tx.query<TicketRow>(
    `SELECT ${ticketColumns} FROM support_tickets AS ticket
      WHERE user_id = $1 AND is_chat AND status IN ${openStatuses} AND deleted_at IS NULL FOR UPDATE`,
    [userId],
  );
  return rows[0];
}

async function addMessage(tx: Transaction, chat: TicketRow, text: string): Promise<void> {
  const ticketId = Number(chat.id);
  const comment = { ticketId, operator: null, text };
  if ((await isFirstMessage(tx, ticketId, text)) || (await findRepeatedComment(tx, comment)) !== undefined) return;
  await demandRoom(tx, ticketId);
  await insertComment(tx, comment);
  await setStatus(tx, { id: ticketId, status: chat.status, waits: true });
}

/** Whether the text is the one that has begun the chat, sent again: nothing has been said since. */
async function isFirstMessage(tx: Transaction, ticketId: number, text: string): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM support_tickets WHERE id = $1 AND text = $2 AND created_at > now() - make_interval(mins => $3)
        AND NOT EXISTS (SELECT FROM support_comments WHERE ticket_id = $1)`,
    [ticketId, text, repeatMinutes],
  );
  return rows.length > 0;
}
