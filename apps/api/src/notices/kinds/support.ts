/** Notices of support: what became of a ticket, and of who waits for an opening. */
import { chatHash, paths, ticketPath } from '@pelican/shared/client-paths';
import type { Language } from '@pelican/shared/contracts/system';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const channels = ['in_app', 'mail'] as const;
/** The topic is the user's own text. */
const ticket = z.object({ ticketId: z.number(), topic: z.string() });
const link = {
  en: (ticketId: number) => ({ label: 'Open the ticket', path: ticketPath(ticketId) }),
  hi: (ticketId: number) => ({ label: 'टिकट खोलें', path: ticketPath(ticketId) }),
};

const statusNames = {
  en: { created: 'open', in_proccess: 'in work', fixed: 'fixed', cancelled: 'cancelled' },
  hi: { created: 'खुला है', in_proccess: 'पर काम चल रहा है', fixed: 'हल हो गया है', cancelled: 'रद्द हो गया है' },
};

const chatLink = `${paths.support}${chatHash}`;
/** Of an answer in the chat. */
const chatTexts = {
  en: () => ({
    title: 'Support has answered in the chat',
    text: 'There is an answer to your message.',
    link: { label: 'Open the chat', path: chatLink },
  }),
  hi: () => ({
    title: 'सहायता टीम ने चैट में उत्तर दिया है',
    text: 'आपके संदेश का उत्तर आ गया है।',
    link: { label: 'चैट खोलें', path: chatLink },
  }),
};
const chat = { category: 'account', tone: 'info', payload: z.object({}), text: chatTexts } as const;

export const supportNotices = {
  chat_answered: noticeKind({ ...chat, channels }),
  /** Of an answer that came soon after the question, while its reader was most likely still at the chat: no mail. */
  chat_answered_soon: noticeKind({ ...chat, channels: ['in_app'] }),
  ticket_received: noticeKind({
    category: 'account',
    channels,
    tone: 'info',
    quiet: true,
    payload: ticket,
    text: {
      en: ({ ticketId, topic }) => ({
        title: `Ticket ${ticketId} received`,
        text: `We have your question “${topic}” and answer as soon as we can.`,
        link: link.en(ticketId),
      }),
      hi: ({ ticketId, topic }) => ({
        title: `टिकट ${ticketId} प्राप्त हुआ`,
        text: `हमें आपका प्रश्न “${topic}” मिल गया है। हम जल्द से जल्द उत्तर देंगे।`,
        link: link.hi(ticketId),
      }),
    },
  }),
  ticket_answered: noticeKind({
    category: 'account',
    channels,
    tone: 'info',
    payload: ticket,
    text: {
      en: ({ ticketId, topic }) => ({
        title: `Answer to ticket ${ticketId}`,
        text: `Support has answered your question “${topic}”.`,
        link: link.en(ticketId),
      }),
      hi: ({ ticketId, topic }) => ({
        title: `टिकट ${ticketId} का उत्तर`,
        text: `सहायता टीम ने आपके प्रश्न “${topic}” का उत्तर दिया है।`,
        link: link.hi(ticketId),
      }),
    },
  }),
  ticket_status_changed: noticeKind({
    category: 'account',
    channels,
    tone: 'info',
    payload: z.object({ ...ticket.shape, status: z.enum(['created', 'in_proccess', 'fixed', 'cancelled']) }),
    text: {
      en: ({ ticketId, topic, status }) => ({
        title: `Ticket ${ticketId} is ${statusNames.en[status]}`,
        text: `Support has changed the status of your question “${topic}”.`,
        link: link.en(ticketId),
      }),
      hi: ({ ticketId, topic, status }) => ({
        title: `टिकट ${ticketId} ${statusNames.hi[status]}`,
        text: `सहायता टीम ने आपके प्रश्न “${topic}” की स्थिति बदल दी है।`,
        link: link.hi(ticketId),
      }),
    },
  }),
  opened: noticeKind({
    category: 'account',
    channels,
    tone: 'success',
    /** `name`: of a market, or the English one of a feature; `feature` gives the others. */
    payload: z.object({ name: z.string(), path: z.string(), feature: z.optional(z.string()) }),
    text: {
      en: (given) => openingTexts.en(given),
      hi: (given) => openingTexts.hi(given),
    },
  }),
};

export interface Opening {
  name: string;
  path: string;
  feature?: string | undefined;
}

const hindiFeatures: Record<string, string> = {
  p2p: 'P2P ऋण',
  otc: 'OTC डेस्क',
  staking: 'स्टेकिंग',
  offerings: 'टोकन ऑफ़रिंग',
  mobile_app: 'मोबाइल ऐप',
};

/** For who has an account and who has none. */
export const openingTexts: Record<
  Language,
  (opening: Opening) => { title: string; text: string; link: { label: string; path: string } }
> = {
  en: ({ name, path }) => ({
    title: `${name} is open`,
    text: 'You asked us to tell you.',
    link: { label: 'Open it', path },
  }),
  hi: ({ name, path, feature = '' }) => ({
    title: `${hindiFeatures[feature] ?? name} अब उपलब्ध है`,
    text: 'आपने हमसे इसकी सूचना देने को कहा था।',
    link: { label: 'खोलें', path },
  }),
};
