/** Tickets on the wire. Times are Unix seconds. */
import * as z from 'zod/mini';
import { listOf } from '../common.ts';
import { attachmentId, attachments } from './attachments.ts';
import { categoryIds, supportLanguages, ticketStatuses } from './catalog.ts';
import { contactEmail, line, paragraphs } from './texts.ts';

export const ticketsLimit = 50;
export const topicMax = 120;
export const ticketTextMax = 5_000;

const languageCodes = supportLanguages.map(({ code }) => code);
export const language = z.enum(languageCodes, 'Current value is not supported');
/** Of what is read by anybody: a language that is not supported is answered in English. */
export const languageQuery = z.object({ lang: z.catch(z._default(language, 'en'), 'en') });

const statusNames = ticketStatuses.map(({ name }) => name);
export const ticketStatus = z.enum(statusNames, 'Current value is not supported');
/** A form sends it as text. */
export const categoryId = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,3}$/, 'Field is required'))], 'Field is required'),
    z.transform((value) => Number(value)),
  ),
  z.literal(categoryIds, 'Current value is not supported'),
);

export const rowId = z.coerce.number().check(z.int(), z.gte(1));
export const rowParams = z.object({ id: rowId });
export const fileParams = z.object({ id: rowId, file: attachmentId });

/** Comments of one answer, fewer where they are long. */
export const commentsPage = 100;
/** Letters of the comments of one answer; its newest comment is there however long it is. */
export const commentsPageLetters = 100_000;
/** Of a user, in one ticket. */
export const ownCommentsMax = 1_000;

/** The newest comments, or the newest of those before one of them. */
export const pageOfComments = { before: z.optional(z.coerce.number().check(z.int(), z.gte(1))) };
export const conversationQuery = z.object({ ...languageQuery.shape, ...pageOfComments });

export const ticketsQuery = z.object({
  ...languageQuery.shape,
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(ticketsLimit)), ticketsLimit),
});

/** POST /v2/support; `topic` is the beginning of the text when it is left out, `email` the account's. */
export const ticketRequest = z.object({
  supportCategoryId: categoryId,
  topic: z.optional(line(topicMax)),
  text: paragraphs(ticketTextMax),
  email: z.optional(contactEmail),
});
export type TicketRequest = z.infer<typeof ticketRequest>;

/** POST /v2/support/comment/:id */
export const commentRequest = z.object({ text: paragraphs(ticketTextMax) });

/** POST /v2/support/status/:id: what a user may set. `created` opens it again. */
export const statusRequest = z.object({
  status: z.enum(['created', 'fixed', 'cancelled'], 'Current value is not supported'),
});

export const ticketView = z.object({
  id: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  supportCategoryId: z.number(),
  category: z.string(),
  topic: z.string(),
  status: ticketStatus,
  email: z.string(),
  text: z.string(),
  /** Of the first picture that came with the text. */
  fileName: z.nullable(z.string()),
  /** It is the chat of its user with support, or was one until it ended. An API of the release before leaves it out. */
  chat: z.optional(z.boolean()),
});
export type TicketView = z.infer<typeof ticketView>;

export const commentView = z.object({
  id: z.number(),
  createdAt: z.number(),
  author: z.enum(['user', 'operator']),
  /** Of an operator. */
  name: z.nullable(z.string()),
  text: z.string(),
  files: attachments,
});
export type CommentView = z.infer<typeof commentView>;

export const ticketsResponse = listOf(ticketView);
/** `files` came with the ticket's own text; `comments` are a page, the oldest first. */
export const conversation = {
  files: attachments,
  comments: z.array(commentView),
  /** There are comments before these. An API of the release before leaves it out, and sends all of them. */
  hasEarlier: z.optional(z.boolean()),
};
export const ticketDetails = z.extend(ticketView, conversation);
export type TicketDetails = z.infer<typeof ticketDetails>;

/** GET /v2/support/chat: the newest one, which may have ended. */
export const chatResponse = z.object({ ticket: z.nullable(ticketDetails) });

export const categoriesResponse = z.object({ result: z.array(z.object({ id: z.number(), name: z.string() })) });
export const statusesResponse = z.object({
  result: z.array(z.object({ id: z.number(), name: ticketStatus, color: z.string() })),
});
export const languagesResponse = z.object({ result: z.array(z.object({ name: z.string(), code: z.string() })) });
