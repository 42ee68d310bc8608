/** API keys on the wire. The same rules hold in the form and on the server. */
import * as z from 'zod/mini';
import { factorProof, optionalProof } from '../auth/step-up.ts';

export const apiKeyScopes = ['read', 'trade', 'transfer', 'withdraw'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
export const apiKeyAddressesMax = 30;
export const apiKeyNameMax = 50;

export const apiKey = z.object({
  id: z.string(),
  /** Its place among the user's keys, by age, from 1. */
  serialNumber: z.number(),
  name: z.string(),
  apiKey: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  /** Addresses and ranges; none means any. */
  allowedIps: z.array(z.string()),
  /** `revoked` by the exchange for good. */
  status: z.enum(['active', 'disabled', 'expired', 'revoked']),
  isEnabled: z.boolean(),
  /** Unix seconds */
  createdAt: z.number(),
  expiresAt: z.nullable(z.number()),
  lastUsedAt: z.nullable(z.number()),
});
export type ApiKeyView = z.infer<typeof apiKey>;

/** What is shown once: the exchange cannot show it again. */
export const createdApiKey = z.extend(apiKey, {
  apiSecret: z.string(),
  /** For server.auth of the socket: reads alone, for as long as the key works. */
  websocketToken: z.string(),
});
export type CreatedApiKey = z.infer<typeof createdApiKey>;

const trimmed = z.pipe(
  z.string().check(z.maxLength(200)),
  z.transform((text) => text.trim()),
);

export const newApiKey = z.pipe(
  z.object({
    name: z.pipe(
      trimmed,
      z
        .string()
        .check(
          z.minLength(1, 'Field is required'),
          z.maxLength(apiKeyNameMax, `Max length is ${apiKeyNameMax}`),
          z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Must be plain text on one line'),
        ),
    ),
    scopes: z.array(z.enum(apiKeyScopes)).check(z.minLength(1, 'Choose what the key may do')),
    /** Addresses, or ranges as 198.51.100.0/24. */
    allowed_ips: z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(apiKeyAddressesMax)), []),
    /** Unix seconds; none means never. */
    expires_at: z.optional(z.nullable(z.int().check(z.gte(0)))),
    ...factorProof.shape,
  }),
  z.transform((given) => ({
    ...given,
    scopes: [...new Set(given.scopes)],
    allowed_ips: [...new Set(given.allowed_ips)],
  })),
);
export type NewApiKeyRequest = z.output<typeof newApiKey>;

export const apiKeyParams = z.object({ id: z.uuid() });
/** POST /v2/api_key/:id: on with the code of a second factor, off without. */
export const toggleRequest = z.object({ enabled: z.boolean('Say whether the key is on'), ...optionalProof.shape });
export type ToggleApiKeyRequest = z.output<typeof toggleRequest>;
