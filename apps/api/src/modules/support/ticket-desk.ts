/** Tickets as operators read them. */
import { DomainError } from '@pelican/shared/contracts';
import type { OpsTicketDetails, OpsTicketRow, OpsTicketView, TicketQueue } from '@pelican/shared/contracts/support';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { findConversation, openStatuses, secondsOf, type TicketRow, ticketColumns, viewTicket } from './tickets.ts';

interface DeskRow extends TicketRow {
  account: string;
}

const conditions: Record<TicketQueue, string> = {
  waiting: 'ticket.waiting_since IS NOT NULL',
  open: `ticket.status IN ${openStatuses}`,
  closed: `ticket.status NOT IN ${openStatuses}`,
  all: 'true',
};

const source = 'FROM support_tickets AS ticket JOIN users ON users.id = ticket.user_id';

export interface DeskQuery {
  offset: number;
  limit: number;
  queue: TicketQueue;
  search: string;
}

/** Of those that wait chats first, since their users are there, and then the longest waiting; otherwise the last changed. */
export async function listDesk(db: Queryable, { queue, search, ...page }: DeskQuery) {
  const where = `${conditions[queue]}
    AND ($1 = '' OR ticket.id::text = $1 OR strpos(lower(ticket.topic), $1) > 0 OR strpos(users.email, $1) > 0)`;
  const wanted = search.trim().replace(/^#/, '').toLowerCase();
  const order =
    queue === 'waiting'
      ? 'ticket.is_chat DESC, ticket.waiting_since, ticket.id'
      : 'ticket.updated_at DESC, ticket.id DESC';
  const { rows } = await db.query<DeskRow>(
    `SELECT ${ticketColumns}, users.email AS account ${source} WHERE ${where} ORDER BY ${order} OFFSET $2 LIMIT $3`,
    [wanted, page.offset, page.limit],
  );
  const total = await countRows(db, `SELECT ${source} WHERE ${where}`, [wanted], page);
  return { result: rows.map(viewRow), total, ...page };
}

/** @throws DomainError not_found */
export async function showDesk(db: Queryable, id: number, before?: number): Promise<OpsTicketDetails> {
  const { rows } = await db.query<DeskRow>(
    `SELECT ${ticketColumns}, users.email AS account ${source} WHERE ticket.id = $1`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  return { ...viewDesk(rows[0]), ...(await findConversation(db, id, { before, showsNames: true })) };
}

function viewRow(row: DeskRow): OpsTicketRow {
  const { text: _, ...view } = viewDesk(row);
  return view;
}

function viewDesk(row: DeskRow): OpsTicketView {
  return {
    ...viewTicket(row, 'en'),
    userId: Number(row.userId),
    account: row.account,
    waitingSince: row.waitingSince && secondsOf(row.waitingSince),
    deleted: row.deletedAt !== null,
  };
}
