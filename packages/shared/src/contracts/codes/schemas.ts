/** Transfer codes on the wire. Amounts are decimal strings, times unix milliseconds. */
import * as z from 'zod/mini';
import { sixDigits } from '../auth/sign-in.ts';
import { factorProof } from '../auth/step-up.ts';
import { listOf, paging, positiveDecimal, ticker } from '../common.ts';
import { codesPageSize, transferCodeLength } from './terms.ts';

/** `offset` and `limit` of the lists: 30 rows a page. */
export const codesPaging = z.object({
  offset: paging.shape.offset,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), codesPageSize),
});
export const tickerParams = z.object({ ticker });

const ofCode = {
  id: z.number(),
  /** The last characters alone: the code itself is shown once, by the answer to its creation. */
  code: z.string(),
  amount: z.string(),
  currency: z.string(),
  date: z.number(),
};

/** GET /v2/profile/codes/my: a code that has been neither activated nor deleted. */
const openCode = z.object(ofCode);
export type OpenCode = z.infer<typeof openCode>;
export const openCodeList = listOf(openCode);

/** GET /v2/profile/codes/history: what has happened to a code, as its maker or the one who has activated it sees it. */
const codeEvent = z.object({
  ...ofCode,
  /** Of the event. */
  id: z.number(),
  ticker: z.string(),
  status: z.enum(['created', 'activated', 'deleted']),
  /** Of an activation, also of a code of one's own: whether it has taken or brought the money. Null for other events. */
  direction: z.nullable(z.enum(['given', 'received'])),
});
export type CodeEvent = z.infer<typeof codeEvent>;
export const codeEventList = listOf(codeEvent);

/** POST /v2/profile/code/create */
export const newCode = z.object({
  ticker,
  amount: positiveDecimal,
  ...factorProof.shape,
  /** Of the mail, from the basic limit on. */
  mail_code: z.optional(sixDigits),
});
export type NewCodeRequest = z.output<typeof newCode>;

/** POST /v2/profile/code/confirmation */
export const codeToConfirm = z.object({ ticker, amount: positiveDecimal });
export type CodeToConfirm = z.output<typeof codeToConfirm>;

export const createdCode = z.object({
  ...ofCode,
  /** The whole code; of a repeat only the last characters, because it was shown before. */
  code: z.string(),
  /** A code was made by an earlier call with this key. */
  repeated: z.boolean(),
});
export type CreatedCode = z.infer<typeof createdCode>;

/** As a person types or pastes it: capitals, spaces and hyphens make no difference. */
export const typedCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(200)),
    z.transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, '')),
  ),
  z
    .string()
    .check(z.regex(new RegExp(`^[2-9A-HJ-NP-Z]{${transferCodeLength}}$`), 'This is no complete code: please check it')),
);

/** POST /v2/profile/code/apply */
export const codeToApply = z.object({ code: typedCode });
export const appliedCode = z.object({ code: z.string(), amount: z.string(), currency: z.string(), date: z.number() });
export type AppliedCode = z.infer<typeof appliedCode>;

/** POST /v2/profile/code/delete */
export const codeToDelete = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });
