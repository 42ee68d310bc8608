/** Second factors of a person, and what else guards the account, on the wire. */
import * as z from 'zod/mini';
import { factorAdded, passkey } from '../auth/passkeys.ts';
import { sixDigits } from '../auth/sign-in.ts';
import { factorCode, factorNames, sentFactorNames } from '../auth/step-up.ts';
import { phoneNumber } from '../sign-up/schemas.ts';

const recentAccess = z.object({
  kind: z.enum(['totp', 'sms_code', 'email_code', 'passkey', 'phone', 'api_key']),
  /** Of a passkey or an API key. */
  name: z.nullable(z.string()),
  /** Unix seconds */
  addedAt: z.number(),
});
export type RecentAccess = z.infer<typeof recentAccess>;

/** GET /v2/settings/security */
export const securitySettings = z.object({
  /** Without it no second factor is turned on. */
  emailVerified: z.boolean(),
  /** Some second factor is enabled: an authenticator app, codes by text message or mail, a passkey. */
  twoFactorEnabled: z.boolean(),
  /** Of which one answers where a second factor is demanded. */
  factors: z.array(z.enum(factorNames)),
  totpEnabled: z.boolean(),
  /** Of an authenticator app that was generated and is not enabled yet; null otherwise. */
  twoFactorSecret: z.nullable(z.string()),
  twoFactorQrUrl: z.nullable(z.string()),
  smsEnabled: z.boolean(),
  emailCodeEnabled: z.boolean(),
  /** Whether codes by mail can be turned on: they are no factor of operators. */
  emailCodeAllowed: z.boolean(),
  /** Masked; null until one is verified. */
  phone: z.nullable(z.string()),
  antiPhishingCode: z.nullable(z.string()),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number(),
  /** Unix seconds */
  passwordChangedAt: z.number(),
  withdrawalsLockedUntil: z.nullable(z.number()),
  /** Whether a second factor that this session adds holds withdrawals back. Absent from an API process of the release before. */
  newFactorLocks: z.optional(z.boolean()),
  /** What opens the account and was added within seven days: a change of the password removes it, or keeps it. Absent from an API process of the release before. */
  recent: z.optional(z.array(recentAccess)),
});
export type SecuritySettings = z.infer<typeof securitySettings>;

/** POST /v2/settings/2fa/generate */
export const generatedTotp = z.object({
  twoFactorSecret: z.string(),
  /** data: URL of an SVG */
  twoFactorQrUrl: z.string(),
  /** otpauth://totp/… */
  uri: z.string(),
});
export type GeneratedTotp = z.infer<typeof generatedTotp>;

/** POST /v2/settings/2fa/toggle */
export const toggleRequest = z.object({
  enable: z.boolean(),
  /** What is turned on or off. */
  method: z._default(z.enum(['totp', 'email_code']), 'totp'),
  /** Which factor the code is of: to turn on, that of the method; to turn off, one that guards the account (`guardFactorsOf`), the method's or the first of those when absent. */
  factor: z.optional(z.enum(factorNames)),
  code: factorCode,
});
export type ToggleRequest = z.infer<typeof toggleRequest>;

export const toggleResponse = z.object({
  twoFactorEnabled: z.boolean(),
  ...factorAdded,
});

/** POST /v2/settings/2fa/recovery_codes */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) });

/** POST /v2/settings/2fa/code */
export const sendCodeRequest = z.object({ factor: z.enum(sentFactorNames) });

/** POST /v2/settings/verify_phone_number */
export const phoneRequest = z.object({ phone: phoneNumber });
/** POST /v2/settings/verifyOTP */
export const phoneCodeRequest = z.object({ code: sixDigits });
export const phoneResponse = z.object({ status: z.literal('success'), phone: z.string() });

/** POST /v2/settings/enable_sms_verification: to turn on, a code by text message; to turn off, of one that guards the account. */
export const smsRequest = z.object({
  enable: z.boolean(),
  factor: z.optional(z.enum(factorNames)),
  code: factorCode,
});
export type SmsRequest = z.infer<typeof smsRequest>;

export const smsResponse = z.object({ smsEnabled: z.boolean(), ...factorAdded });
