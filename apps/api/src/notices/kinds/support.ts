/** Notices of support: what became of a ticket. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const channels = ['in_app', 'mail'] as const;
/** The topic is the user's own text. */
const ticket = z.object({ ticketId: z.number(), topic: z.string() });
const link = (ticketId: number) => ({ label: 'Open the ticket', path: `/user/support/ticket/${ticketId}` });

export const supportNotices = {
  ticket_received: noticeKind({
    category: 'account',
    channels,
    tone: 'info',
    quiet: true,
    payload: ticket,
    text: ({ ticketId, topic }) => ({
      title: `Ticket ${ticketId} received`,
      text: `We have your question “${topic}” and answer as soon as we can.`,
      link: link(ticketId),
    }),
  }),
  ticket_answered: noticeKind({
    category: 'account',
    channels,
    tone: 'info',
    payload: ticket,
    text: ({ ticketId, topic }) => ({
      title: `Answer to ticket ${ticketId}`,
      text: `Support has answered your question “${topic}”.`,
      link: link(ticketId),
    }),
  }),
  ticket_status_changed: noticeKind({
    category: 'account',
    channels,
    tone: 'info',
    payload: z.object({ ...ticket.shape, status: z.enum(['created', 'in_proccess', 'fixed', 'cancelled']) }),
    text: ({ ticketId, topic, status }) => ({
      title: `Ticket ${ticketId} is ${statusNames[status]}`,
      text: `Support has changed the status of your question “${topic}”.`,
      link: link(ticketId),
    }),
  }),
  opened: noticeKind({
    category: 'account',
    channels,
    tone: 'success',
    payload: z.object({ name: z.string(), path: z.string() }),
    text: ({ name, path }) => ({
      title: `${name} is open`,
      text: 'You asked us to tell you.',
      link: { label: 'Open it', path },
    }),
  }),
};

const statusNames = { created: 'open', in_proccess: 'in work', fixed: 'fixed', cancelled: 'cancelled' };
