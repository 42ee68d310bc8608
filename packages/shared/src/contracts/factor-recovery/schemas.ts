/** Recovery of lost second factors on the wire. */
import * as z from 'zod/mini';
import { signInTicket, sixDigits } from '../auth/sign-in.ts';
import { captchaSolution } from '../captcha/schemas.ts';
import { paging } from '../common.ts';

/** From the approval by operators until the factors are removed. */
export const factorRecoveryWaitHours = 48;
/** From the request until it ends because no operator has decided. */
export const factorRecoveryDecisionDays = 14;

/** POST /v2/2fa/recovery/phone and phone_code: of a sign-in whose second factor is due. */
export const recoveryTicket = z.object({ ticket: signInTicket });
/** The verified telephone, masked; null where there is none apart from the second factors. */
export const recoveryPhone = z.object({ phone: z.nullable(z.string()) });

/** POST /v2/2fa/recovery */
export const recoveryWish = z.object({
  ticket: signInTicket,
  /** Of the verified telephone, by those who still have it. */
  phone_code: z.optional(sixDigits),
  captcha: captchaSolution,
});
export type LostFactorsRequest = z.infer<typeof recoveryWish>;
export const recoveryWished = z.object({
  status: z.literal('success'),
  /** Unix seconds of the request that waits. */
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
  /** Whether the verified telephone was shown; null where there was none apart from the second factors. */
  phone_shown: z.nullable(z.boolean()),
  /** A request to approve it that waits for another operator. */
  request: z.nullable(z.object({ id: z.number(), maker: z.string() })),
});
export type FactorRecoveryView = z.infer<typeof factorRecovery>;

export const recoveriesQuery = z.extend(paging, { status: z._default(z.enum(['open', 'ended']), 'open') });
