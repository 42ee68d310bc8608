/** The public chat on the wire. Times are Unix seconds. */
import * as z from 'zod/mini';
import { reasonText } from '../operations/schemas.ts';
import { isSupportLanguage, type SupportLanguage } from '../support/catalog.ts';
import { line } from '../support/texts.ts';

export const chatMessageMax = 500;
/** The most messages of one answer, and of the list when a room is opened. */
export const chatPageMax = 100;

/** There is a room a language; another one is not found. */
export const room = z.string().check(z.refine<string>(isSupportLanguage)) as z.ZodMiniType<SupportLanguage, string>;
export const roomParams = z.object({ languageCode: z.string().check(z.maxLength(35)) });

export const historyQuery = z.object({
  /** Messages older than this one. */
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(chatPageMax)), chatPageMax),
});

export const chatMessage = z.object({
  id: z.number(),
  userName: z.string(),
  message: z.string(),
  dateAt: z.number(),
  /** An operator wrote it. */
  staff: z.boolean(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** Oldest first. `next` is the `before` of the messages before these, null when there are none. */
export const historyResponse = z.object({ messages: z.array(chatMessage), next: z.nullable(z.number()) });
export type ChatHistory = z.infer<typeof historyResponse>;

export const sendRequest = z.object({ message: line(chatMessageMax) });

/** As operators see it. */
export const moderatedMessage = z.extend(chatMessage, {
  userId: z.number(),
  account: z.string(),
  deleted: z.boolean(),
  /** Until when the writer may not write. */
  mutedUntil: z.nullable(z.number()),
});
export type ModeratedMessage = z.infer<typeof moderatedMessage>;
export const moderatedHistory = z.object({ messages: z.array(moderatedMessage), next: z.nullable(z.number()) });

export const messageParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });
export const muteParams = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });
export const deleteRequest = z.object({ reason: reasonText });
export const muteMinutesMax = 30 * 24 * 60;
export const muteRequest = z.object({
  user_id: z.number().check(z.int(), z.gte(1)),
  /** Up to 30 days. */
  minutes: z.number().check(z.int(), z.gte(1), z.lte(muteMinutesMax)),
  reason: reasonText,
});
export const mutesResponse = z.object({
  result: z.array(
    z.object({
      userId: z.number(),
      account: z.string(),
      until: z.number(),
      reason: z.string(),
      mutedBy: z.string(),
    }),
  ),
});
export type ChatMutes = z.infer<typeof mutesResponse>;
