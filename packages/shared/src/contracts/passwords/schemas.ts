/** Recovery and change of a password on the wire. The same rules hold in the form and on the server. */
import * as z from 'zod/mini';
import { email, password } from '../auth/schemas.ts';
import { factorNames, optionalProof, sentFactorNames } from '../auth/step-up.ts';
import { captchaSolution } from '../captcha/schemas.ts';
import { besideOthers } from '../common.ts';

/** Names a request for a mail, known to its sender alone; 128 random bits. */
const request = z.string().check(z.regex(/^[\w-]{22}$/, 'Ask for the mail again'));

/** POST /v2/password/email and trigger_otp; with the request of before its mail is sent again. */
export const recoveryRequest = z.object({ email, request: z.optional(request), captcha: captchaSolution });
export type RecoveryRequest = z.output<typeof recoveryRequest>;

export const recoveryStarted = z.object({
  status: z.literal('success'),
  /** For POST /v2/password/forgot_password_verify: the code of the mail counts with it alone. */
  request: z.string(),
});

/** POST /v2/password/forgot_password_verify */
export const recoveryCodeRequest = z.object({
  email,
  request,
  /** Capitals, spaces and hyphens make no difference. */
  code: z.pipe(
    z.pipe(
      z.string().check(z.maxLength(40)),
      z.transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(/^[0-9A-Z]{8}$/, 'Length should be 8')),
  ),
});
export type RecoveryCodeRequest = z.output<typeof recoveryCodeRequest>;

export const recoveryCodeResponse = z.object({
  status: z.literal('success'),
  /** For POST /v2/password/reset, within 30 minutes. */
  token: z.string(),
  /** Of which the reset demands one; none without a second factor. */
  factors: z.array(z.enum(factorNames)),
});

/** Of a mail, or of its code. */
const token = z.string().check(z.minLength(1, 'Token is required'), z.maxLength(1024));

/** POST /v2/password/factors, and factor_options for the factor `passkey` */
export const recoveryTokenRequest = z.object({ token });
export const recoveryFactorsResponse = z.object({
  status: z.literal('success'),
  /** Of which the reset demands one; none without a second factor. */
  factors: z.array(z.enum(factorNames)),
});

/** POST /v2/password/factor_code */
export const recoveryFactorCodeRequest = z.object({ token, factor: z.enum(sentFactorNames) });

const confirmed = {
  password,
  password_confirmation: z.string().check(z.maxLength(200)),
};
const isConfirmed = z.refine<{ password: string; password_confirmation: string }>(
  (given) => given.password === given.password_confirmation,
  { error: 'Field should match password', path: ['password_confirmation'], ...besideOthers },
);

/** POST /v2/password/reset */
export const resetRequest = z
  .object({
    token,
    ...confirmed,
    ...optionalProof.shape,
  })
  .check(isConfirmed);
export type ResetRequest = z.output<typeof resetRequest>;

/** POST /v2/settings/password */
export const changeRequest = z
  .object({
    password_old: z.string().check(z.minLength(1, 'Field is required'), z.maxLength(200)),
    ...confirmed,
    /** The second factors and API keys of the last seven days are the person's own, and stay. */
    keep_recent: z.optional(z.boolean()),
    ...optionalProof.shape,
  })
  .check(
    isConfirmed,
    z.refine((given) => given.password === undefined || given.password !== given.password_old, {
      error: 'Field should not match old password',
      path: ['password'],
      ...besideOthers,
    }),
  );
export type ChangeRequest = z.output<typeof changeRequest>;

const removedAccess = z.object({
  /** Second factors, each once. */
  factors: z.array(z.enum(['totp', 'sms_code', 'email_code', 'passkey'])),
  /** How many were turned off. */
  apiKeys: z.number(),
  /** The telephone of the account. */
  phone: z.optional(z.boolean()),
});
export type RemovedAccess = z.infer<typeof removedAccess>;

export const passwordChanged = z.object({
  status: z.literal('success'),
  /** Absent from an API process of the release before. */
  removed: z.optional(removedAccess),
  /** Unix seconds until which nothing can be withdrawn. */
  withdrawalsLockedUntil: z.number(),
});
