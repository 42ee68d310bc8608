/** A proof of work that slows down scripts, on the wire. */
import * as z from 'zod/mini';

/** What the widget gives: the challenge with its solution, as JSON in base64. */
export const captchaSolution = z.optional(z.string().check(z.maxLength(4096)));

/** GET /v2/common/startcaptchaservlet: the challenge of altcha; null where none is demanded. */
export const captchaResponse = z.object({ required: z.boolean(), challenge: z.nullable(z.unknown()) });
