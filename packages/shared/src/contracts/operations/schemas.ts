/** What operators send and get over HTTP. */
import * as z from 'zod/mini';
import { pairName, positiveDecimal } from '../common.ts';
import { submissionOf } from './submission.ts';

/** Another operator reads it, also on a terminal: nothing in it moves the cursor or hides other text. */
export const reasonText = z
  .string()
  .check(z.maxLength(500), z.regex(/^[^\p{Cc}\p{Cf}]+$/u, 'must be plain text on one line'));

/** POST /v2/ops/index, operators only: sets the demo's simulated index, which is held for `hold` seconds and then moves again. */
export const setIndexRequest = z.object({
  market: pairName,
  price: positiveDecimal,
  hold: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(86_400))),
  /** Demanded where two operators decide about money and rights. */
  reason: z.optional(reasonText),
});
export const setIndexResponse = submissionOf({ market: z.string(), price: z.string(), hold: z.number() });
