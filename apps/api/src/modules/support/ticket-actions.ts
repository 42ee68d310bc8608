/** What operators do to tickets. */
import { DomainError } from '@pelican/shared/contracts';
import { isClosed, ticketStatuses } from '@pelican/shared/contracts/support';
import { z } from 'zod';
import { type OperatorAct, type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { findRepeatedComment, insertComment, lockTicket, setStatus } from './tickets.ts';

const ticketStatus = z.enum(ticketStatuses.map(({ name }) => name));
const answer = z.object({ id: z.int(), text: z.string(), status: ticketStatus.optional() });

/** The same answer, sent again, is one. @throws DomainError not_found, ticket_closed */
export const answerTicket: OperatorAction<z.infer<typeof answer>, void> = {
  name: 'support.answer_ticket',
  permission: 'support',
  twoPersons: false,
  explainsItself: () => true,
  payload: answer,
  async run(tx, act, { id, text, status = 'in_proccess' }) {
    const { userId, topic, status: before } = await lockTicket(tx, id);
    const operator = operatorNameOf(act.actor);
    if ((await findRepeatedComment(tx, { ticketId: id, operator, text })) !== undefined) return;
    if (isClosed(before)) throw new DomainError('ticket_closed');
    await insertComment(tx, { ticketId: id, operator, text });
    await setStatus(tx, { id, status, waits: false });
    await writeNotices(tx, [{ userId: Number(userId), kind: 'ticket_answered', payload: { ticketId: id, topic } }]);
    await record(tx, act, 'ticket.answered', id, { status });
  },
};

const change = z.object({ id: z.int(), status: ticketStatus });

/** @throws DomainError not_found */
export const changeTicketStatus: OperatorAction<z.infer<typeof change>, void> = {
  name: 'support.change_ticket_status',
  permission: 'support',
  twoPersons: false,
  payload: change,
  async run(tx, act, { id, status }) {
    const { userId, topic, status: before, deletedAt } = await lockTicket(tx, id);
    if (before === status) return;
    await setStatus(tx, { id, status, waits: status === 'created' });
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
