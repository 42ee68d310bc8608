/** What operators do to tickets. */
import { DomainError } from '@pelican/shared/contracts';
import { isClosed, ticketStatuses } from '@pelican/shared/contracts/support';
import { z } from 'zod';
import { type OperatorAct, type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import { type NewNotice, writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import {
  findRepeatedComment,
  firstWrittenAfter,
  insertComment,
  lockTicket,
  setStatus,
  type TicketRow,
} from './tickets.ts';

const ticketStatus = z.enum(ticketStatuses.map(({ name }) => name));
const answer = z.object({ id: z.int(), text: z.string(), status: ticketStatus.optional(), seen: z.int().optional() });

/**
 * The same answer, sent again, is one, and the ticket gets the status that comes with it. What the user has written meanwhile waits on.
 * @throws DomainError not_found, ticket_closed
 */
export const answerTicket: OperatorAction<z.infer<typeof answer>, void> = {
  name: 'support.answer_ticket',
  permission: 'support',
  twoPersons: false,
  explainsItself: () => true,
  payload: answer,
  async run(tx, act, { id, text, status: wanted = 'in_proccess', seen }) {
    const ticket = await lockTicket(tx, id);
    const operator = operatorNameOf(act.actor);
    const isRepeated = (await findRepeatedComment(tx, { ticketId: id, operator, text })) !== undefined;
    if (isClosed(ticket.status)) {
      if (isRepeated) return;
      throw new DomainError('ticket_closed');
    }
    const unreadSince = await findUnread(tx, id, seen);
    const status = unreadSince ? 'in_proccess' : wanted;
    if (isRepeated && status === ticket.status) return;
    await setStatus(tx, { id, status, waits: unreadSince ?? false });
    if (!isRepeated) {
      await insertComment(tx, { ticketId: id, operator, text });
      await writeNotices(tx, noticesOf(ticket));
    }
    await record(tx, act, 'ticket.answered', id, { status });
  },
};

/** @param seen the newest comment that the operator has read; a console of the release before leaves it out */
async function findUnread(tx: Transaction, id: number, seen: number | undefined): Promise<Date | undefined> {
  return seen === undefined ? undefined : firstWrittenAfter(tx, id, seen);
}

/** An answer within this time most likely finds its reader still at the chat. */
const attentionMs = 2 * 60_000;

/** The notices that an operator's answer sends. In a chat only the first answer since the user's last message sends one: the user sees the rest in the open chat. */
function noticesOf({ id, userId, topic, isChat, waitingSince }: TicketRow): NewNotice[] {
  const to = { userId: Number(userId) };
  if (!isChat) return [{ ...to, kind: 'ticket_answered', payload: { ticketId: Number(id), topic } }];
  if (waitingSince === null) return [];
  const isPrompt = Date.now() - waitingSince.getTime() < attentionMs;
  return [{ ...to, kind: isPrompt ? 'chat_answered_soon' : 'chat_answered', payload: {} }];
}

const change = z.object({ id: z.int(), status: ticketStatus, seen: z.int().optional() });

/** @throws DomainError not_found, status_refused (the user has written meanwhile) */
export const changeTicketStatus: OperatorAction<z.infer<typeof change>, void> = {
  name: 'support.change_ticket_status',
  permission: 'support',
  twoPersons: false,
  payload: change,
  async run(tx, act, { id, status, seen }) {
    const { userId, topic, status: before, deletedAt } = await lockTicket(tx, id);
    if (before === status) return;
    const unreadSince = await findUnread(tx, id, seen);
    if (isClosed(status) && unreadSince)
      throw new DomainError('status_refused', { message: 'The user has written meanwhile: read it first' });
    await setStatus(tx, { id, status, waits: unreadSince ?? status === 'created' });
    if (deletedAt === null) {
      const payload = { ticketId: id, topic, status };
      await writeNotices(tx, [{ userId: Number(userId), kind: 'ticket_status_changed', payload }]);
    }
    await record(tx, act, 'ticket.status_changed', id, { from: before, to: status });
  },
};

function record(
  tx: Transaction,
  act: OperatorAct,
  action: string,
  id: number,
  details: Record<string, unknown>,
): Promise<void> {
  return recordAct(tx, act, { action, subject: `ticket:${id}`, details });
}
