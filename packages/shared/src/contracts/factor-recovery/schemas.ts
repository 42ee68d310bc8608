/** Recovery of lost second factors on the wire. */
import * as z from 'zod/mini';
import { signInTicket } from '../auth/sign-in.ts';
import { paging } from '../common.ts';

/** From the approval by operators until the factors are removed. */
export const factorRecoveryWaitHours = 48;
/** From the wish until it ends because no operator has decided. */
export const factorRecoveryDecisionDays = 14;

/** POST /v2/2fa/recovery: of a sign-in whose second factor is due. */
export const recoveryWish = z.object({ ticket: signInTicket });
export const recoveryWished = z.object({
  status: z.literal('success'),
  /** Unix seconds of the wish that waits. */
  requested: z.number(),
  wait_hours: z.number(),
});

/** POST /v2/2fa/recovery/stop: the token of the mail. */
export const stopRequest = z.object({ token: z.string().check(z.minLength(1), z.maxLength(1024)) });

export const factorRecoveryStatuses = ['waiting', 'approved', 'done', 'refused', 'stopped'] as const;

export const factorRecovery = z.object({
  id: z.number(),
  user_id: z.number(),
  email: z.string(),
  kyc: z.string(),
  status: z.enum(factorRecoveryStatuses),
  requested: z.number(),
  /** When the factors are removed; null before the approval. */
  effective: z.nullable(z.number()),
  ended: z.nullable(z.number()),
  /** A request to approve it that waits for another operator. */
  request: z.nullable(z.object({ id: z.number(), maker: z.string() })),
});
export type FactorRecoveryView = z.infer<typeof factorRecovery>;

export const recoveriesQuery = z.extend(paging, { status: z._default(z.enum(['open', 'ended']), 'open') });
