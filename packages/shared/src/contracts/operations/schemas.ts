/** What operators send and get over HTTP. */
import * as z from 'zod/mini';
import { pairName, positiveDecimal } from '../common.ts';

/** POST /v2/ops/index, operators only: sets the demo's simulated index, which holds still for `hold` seconds and then walks on. */
export const setIndexRequest = z.object({
  market: pairName,
  price: positiveDecimal,
  hold: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(86_400))),
});
export const setIndexResponse = z.object({ market: z.string(), price: z.string(), hold: z.number() });
export type SetIndexResponse = z.infer<typeof setIndexResponse>;
