/** What operators of support send and get. Times are Unix seconds. */
import * as z from 'zod/mini';
import { listOf } from '../common.ts';
import { reasonText } from '../operations/schemas.ts';
import { submissionOf } from '../operations/submission.ts';
import { attachmentId, attachments } from './attachments.ts';
import { faqEntryView } from './faq.ts';
import { features, formKinds, formStates } from './forms.ts';
import { line, paragraphs } from './texts.ts';
import { conversation, pageOfComments, rowId, ticketStatus, ticketView } from './tickets.ts';

const page = {
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};

export const opsConversationQuery = z.object(pageOfComments);

/** `waiting`: it is our turn; chats stand first, and then the longest waiting. */
export const ticketQueues = ['waiting', 'open', 'closed', 'all'] as const;
export type TicketQueue = (typeof ticketQueues)[number];

export const opsTicketsQuery = z.object({
  ...page,
  queue: z._default(z.enum(ticketQueues), 'waiting'),
  /** An id, or part of the topic or of the account's e-mail. */
  search: z.optional(z.string().check(z.maxLength(100))),
});

export const opsTicketView = z.extend(ticketView, {
  userId: z.number(),
  /** The e-mail of the account. */
  account: z.string(),
  /** Since when the user waits for an answer. */
  waitingSince: z.nullable(z.number()),
  deleted: z.boolean(),
});
export type OpsTicketView = z.infer<typeof opsTicketView>;
/** A row of the list has the topic alone: what a user has written is read in the ticket, and the look is recorded. */
export const opsTicketRow = z.omit(opsTicketView, { text: true });
export type OpsTicketRow = z.infer<typeof opsTicketRow>;
export const opsTicketsResponse = listOf(opsTicketRow);
export const opsTicketDetails = z.extend(opsTicketView, conversation);
export type OpsTicketDetails = z.infer<typeof opsTicketDetails>;
export const ticketSubmission = submissionOf({ ticket: opsTicketDetails });

/** Id of the newest comment that the operator has read, 0 for none: what the user has written since keeps the ticket open. */
const seen = z.optional(z.number().check(z.int(), z.gte(0)));
/** `status`: what the ticket becomes; in work unless given. */
export const answerRequest = z.object({ text: paragraphs(5_000), status: z.optional(ticketStatus), seen });
export const opsStatusRequest = z.object({ status: ticketStatus, reason: reasonText, seen });

export const savedAnswerRequest = z.object({ title: line(120), text: paragraphs(5_000) });
export const savedAnswerView = z.object({ id: z.number(), title: z.string(), text: z.string(), updatedBy: z.string() });
export type SavedAnswerView = z.infer<typeof savedAnswerView>;
export const answerSubmission = submissionOf({ answer: savedAnswerView });
export const savedAnswersResponse = z.object({ result: z.array(savedAnswerView) });

export const opsFaqResponse = z.object({ result: z.array(faqEntryView) });
export const entrySubmission = submissionOf({ entry: faqEntryView });

export const opsFormsQuery = z.object({
  ...page,
  kind: z.optional(z.enum(formKinds)),
  /** `open`: new and in review. */
  state: z._default(z.enum(['open', ...formStates]), 'open'),
});
export const opsFormView = z.object({
  id: z.number(),
  kind: z.enum(formKinds),
  email: z.string(),
  userId: z.nullable(z.number()),
  subject: z.string(),
  state: z.enum(formStates),
  reason: z.nullable(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
  fields: z.record(z.string(), z.unknown()),
  /** Sent again while the case was open. */
  again: z.number(),
});
export type OpsFormView = z.infer<typeof opsFormView>;
export const opsFormsResponse = listOf(opsFormView);
export const opsFormDetails = z.extend(opsFormView, {
  files: attachments,
  /** Cases of others about the same. */
  related: z.array(z.object({ id: z.number(), email: z.string(), state: z.enum(formStates), createdAt: z.number() })),
  joined: z.array(
    z.object({
      id: z.number(),
      createdAt: z.number(),
      fields: z.record(z.string(), z.unknown()),
      files: attachments,
    }),
  ),
});
export type OpsFormDetails = z.infer<typeof opsFormDetails>;
export const formSubmission = submissionOf({ form: opsFormDetails });
/** `tell`: true sends the new state and the reason to the sender by mail; false leaves them visible to operators only. */
export const formStateRequest = z.object({
  state: z.enum(formStates),
  reason: reasonText,
  tell: z._default(z.boolean(), false),
});

export const openingsResponse = z.object({
  result: z.array(z.object({ topic: z.string(), waiting: z.number(), since: z.number() })),
});
const openingTopic = z
  .string()
  .check(z.regex(new RegExp(`^(market:[A-Z0-9]{2,12}_[A-Z0-9]{2,12}|feature:(${features.join('|')}))$`)));
export const tellRequest = z.object({ topic: openingTopic, reason: reasonText });
export const tellSubmission = submissionOf({ told: z.number() });

export const opsRowParams = z.object({ id: rowId });
export const opsFileParams = z.object({ id: rowId, file: attachmentId });
