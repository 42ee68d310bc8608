/** What a kind of notice is. */
import type { NoticeCategory, NoticeChannel, NoticeView } from '@pelican/shared/contracts/notices';
import type { Language } from '@pelican/shared/contracts/system';
import type * as z from 'zod/mini';

export interface NoticeText {
  title: string;
  /** One or two sentences of plain text. */
  text: string;
  /** Where the user reads more or acts: a path of the client. */
  link?: { label: string; path: string };
}

/** The type of a method: a kind of any payload is a `NoticeKind`. */
export type TextOf<Payload> = { of(payload: Payload): NoticeText }['of'];

export interface NoticeKind<Payload extends z.ZodMiniType = z.ZodMiniType> {
  /** What the user's choices are by. */
  category: NoticeCategory;
  /** The channels that it may use; the user's choices and the forced channels of the category decide among them. */
  channels: readonly NoticeChannel[];
  /** Those of its channels that no choice turns off: an intruder, or the default, must not keep it from the owner. */
  forced?: readonly NoticeChannel[];
  tone: NoticeView['tone'];
  /** The user caused it and needs no toast. */
  quiet?: boolean;
  /**
   * It holds a code: sent whatever the user's choices, not later than these seconds after it was written, and its text is erased once it was
   * sent. The title is kept, and holds none.
   */
  secretSeconds?: number;
  /** Where it goes, if not to the account's own address or telephone. */
  recipient?(payload: z.output<Payload>): string;
  /** What is stored, as JSON. A field added later must be optional: notices of before are still read. */
  payload: Payload;
  text: Record<Language, TextOf<z.output<Payload>>>;
}

/** Infers the type of the payload. */
export function noticeKind<Payload extends z.ZodMiniType>(kind: NoticeKind<Payload>): NoticeKind<Payload> {
  return kind;
}
