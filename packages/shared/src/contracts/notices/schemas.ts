/** Notices: messages of the exchange to one user, and over which channels that user wants them. */
import * as z from 'zod/mini';

export const noticeChannels = ['in_app', 'mail', 'text'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** `forced`: always used. `on`, `off`: until the user chooses otherwise. */
type ChannelDefault = 'forced' | 'on' | 'off';

/** What a user chooses by: each category with what holds for its channels. */
export const noticeCategories = {
  /** Sign-ins, passwords, keys: an intruder must not be able to turn them off. */
  security: { in_app: 'forced', mail: 'forced', text: 'off' },
  account: { in_app: 'on', mail: 'on', text: 'off' },
  wallet: { in_app: 'on', mail: 'on', text: 'off' },
  trading: { in_app: 'on', mail: 'on', text: 'off' },
  marketing: { in_app: 'on', mail: 'off', text: 'off' },
} as const satisfies Record<string, Record<NoticeChannel, ChannelDefault>>;
export type NoticeCategory = keyof typeof noticeCategories;

const category = z.enum(Object.keys(noticeCategories) as [NoticeCategory, ...NoticeCategory[]]);
const channel = z.enum(noticeChannels);
const noticeId = z.coerce.number().check(z.int(), z.gte(1));

/** Of one answer. */
export const noticesMax = 200;

/** Titles and texts are the server's, in the user's language, to be shown as plain text. */
export const noticeView = z.object({
  id: z.number(),
  /** For example `deposit_credited`; new ones come with new domains. */
  kind: z.string(),
  category,
  tone: z.enum(['info', 'success', 'warning']),
  title: z.string(),
  text: z.string(),
  /** A path of the client that shows more. */
  link: z.nullable(z.string()),
  /** Unix milliseconds */
  created_at: z.number(),
  read: z.boolean(),
});
export type NoticeView = z.infer<typeof noticeView>;

/** The wire's object of notice.update for a notice of this module. */
export const noticePush = z.extend(noticeView, {
  kind: z.literal('message'),
  /** The kind of the notice. */
  message: z.string(),
  /** Its reader caused it and needs no toast. */
  quiet: z.boolean(),
});
export type NoticePush = z.infer<typeof noticePush>;

export const noticesQuery = z.object({
  /** Notices older than this one. */
  before: z.optional(noticeId),
  /** Of this category alone. */
  category: z.optional(category),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(noticesMax)), 20),
});

/** Newest first; `next` is the `before` of the next page, null on the last. */
export const noticesResponse = z.object({
  result: z.array(noticeView),
  next: z.nullable(z.number()),
  unread: z.number(),
});
export type NoticesResponse = z.infer<typeof noticesResponse>;

export const unreadResponse = z.object({ unread: z.number() });
export const noticeParams = z.object({ id: noticeId });

/** `up_to`: the newest notice that the user has seen; those that came later stay unread. */
export const readAllRequest = z.object({ up_to: z.number().check(z.int(), z.gte(1)) });

const choice = z.object({ enabled: z.boolean(), forced: z.boolean() });

export const choicesResponse = z.object({
  result: z.array(z.object({ category, channels: z.object({ in_app: choice, mail: choice, text: choice }) })),
});
export type NoticeChoices = z.infer<typeof choicesResponse>;
export const choiceRequest = z.object({ category, channel, enabled: z.boolean() });
export type NoticeChoice = z.infer<typeof choiceRequest>;
