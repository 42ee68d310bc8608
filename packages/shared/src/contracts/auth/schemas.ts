/** E-mails, passwords, sign-in and tokens on the wire. The same rules hold in the form and on the server. */
import * as z from 'zod/mini';
import { captchaSolution } from '../captcha/schemas.ts';
import { passwordRules } from './password-rules.ts';

export const email = z.pipe(
  z.pipe(
    // Letters of other scripts that look like Latin ones, or become one in lower case, are no part of an address here.
    z.string().check(z.maxLength(254), z.regex(/^[\x20-\x7e]*$/, 'Email is not valid')),
    z.transform((text) => text.trim().toLowerCase()),
  ),
  z.email('Email is not valid'),
);


export const password = z
  .string()
  .check(
    z.minLength(8),
    z.maxLength(20),
    ...passwordRules
      .slice(1)
      .map((rule) => z.refine<string>((text) => rule.test(text), `The password needs: ${rule.message.toLowerCase()}`)),
  );

/** POST /v2/login */
export const loginRequest = z.object({
  email,
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  /** After wrong passwords, where a captcha is demanded. */
  captcha: captchaSolution,
});
export type LoginRequest = z.infer<typeof loginRequest>;

/** POST /v2/apirefreshToken; the browser leaves the token out: its cookie carries it. */
export const refreshRequest = z.optional(z.object({ refresh_token: z.optional(z.string().check(z.maxLength(512))) }));

export const tokenResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Unix seconds at which the access token ends. */
  token_expire: z.number(),
});
export type TokenResponse = z.infer<typeof tokenResponse>;

/** Without a refresh token for a browser, which has the cookie, and for a repeated call whose token was used meanwhile. */
export const refreshResponse = z.object({ ...tokenResponse.shape, refresh_token: z.optional(z.string()) });
export type RefreshResponse = z.infer<typeof refreshResponse>;

/** POST /logout; a client whose access token has run out may name the session by its refresh token. */
export const logoutRequest = z.optional(z.object({ refresh_token: z.optional(z.string().check(z.maxLength(512))) }));

export const passwordHeaders = z.object({ 'x-password': z.optional(z.string().check(z.maxLength(200))) });
/** GET /v2/password/validate: the rules, and the score of the password in the X-Password header if there is one. */
export const passwordRulesResponse = z.object({
  rules: z.array(z.object({ name: z.string(), message: z.string() })),
  /** A score below this is refused at sign-up. */
  score_min: z.number(),
  score: z.nullable(z.number()),
});

/** POST /v2/password/validate */
export const passwordValidateRequest = z.object({ password: z.string().check(z.maxLength(200)) });

export const passwordValidateResponse = z.object({
  /** 0 (guessed at once) to 4 */
  score: z.number(),
  feedback: z.object({ warning: z.nullable(z.string()), suggestions: z.array(z.string()) }),
  /** The rules the password breaks, by name. */
  broken_rules: z.array(z.string()),
});
export type PasswordValidateResponse = z.infer<typeof passwordValidateResponse>;
