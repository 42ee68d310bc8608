/** Sessions and the history of sign-ins on the wire. */
import * as z from 'zod/mini';

export const session = z.object({
  id: z.string(),
  ipAddress: z.string(),
  /** Unix seconds of the sign-in or of the last refresh of the tokens. */
  lastActivity: z.number(),
  signedInAt: z.number(),
  /** Unix seconds at which it ends by itself, unless it is used before. */
  expires: z.number(),
  userAgent: z.string(),
  /** 'Chrome on Windows' */
  device: z.string(),
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof session>;

/** The id of a session, `others` (all but the one that asks), or `all` with it. */
export const terminateParams = z.object({ id: z.union([z.enum(['others', 'all']), z.uuid()]) });
export const terminateResponse = z.object({ status: z.literal('success'), ended: z.number() });

export const signInsQuery = z.object({
  /** Events older than this one. */
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
});

export const signInEvent = z.object({
  id: z.number(),
  kind: z.enum(['signed_in', 'session_ended', 'password_changed', 'refused', 'locked_out']),
  sessionId: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** Why a session ended. */
  reason: z.nullable(z.string()),
  /** Unix seconds */
  createdAt: z.number(),
});
export type SignInEventView = z.infer<typeof signInEvent>;

/** Newest first; `next` is the `before` of the next page, null on the last. */
export const signInsResponse = z.object({ result: z.array(signInEvent), next: z.nullable(z.number()) });

/** GET /v2/common/logoutTimes, in seconds. */
export const logoutTimes = z.object({
  /** Seconds until an access token ends; a page refreshes it before that. */
  accessToken: z.number(),
  /** Seconds until a session ends that is not used. */
  idle: z.number(),
  /** Seconds until any session ends, from its sign-in on. */
  session: z.number(),
});
