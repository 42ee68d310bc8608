/** The signed-in user's profile and flags on the wire. */
import * as z from 'zod/mini';

/** GET /v2/settings/general */
export const generalSettings = z.object({
  id: z.number(),
  email: z.string(),
  nickname: z.string(),
  locale: z.string(),
  country: z.nullable(z.string()),
  /** none, pending, approved, rejected */
  kyc_status: z.string(),
  is_verified: z.boolean(),
  isCustomFeeEnabled: z.boolean(),
  phoneUpdated: z.boolean(),
  futures_quiz_passed: z.boolean(),
  is_operator: z.boolean(),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

/** POST /v2/settings/general: what a person may change; a field left out stays. */
export const generalSettingsRequest = z.object({
  nickname: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.trim()),
      ),
      z.string().check(z.regex(/^[\p{L}\p{N} ._-]{2,32}$/u, 'From 2 to 32 letters, digits, spaces and . _ -')),
    ),
  ),
  locale: z.optional(z.string().check(z.regex(/^[a-z]{2}$/, 'Unknown language'))),
});
export type GeneralSettingsRequest = z.infer<typeof generalSettingsRequest>;
