/** Proofs of reserves, on the wire. Amounts are whole units in decimal text, hashes hexadecimal, times unix seconds. */
import * as z from 'zod/mini';
import { listOf, paging, signedDecimal } from '../common.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** `network`: addresses of a blockchain; `bank` and `provider`: payment methods. */
export const reservePlaceKinds = ['network', 'bank', 'provider'] as const;
/** Who says what lies there: `chain` was read from the network, `statement` by two operators from a statement of the bank, `ledger` is our own books alone. */
export const reserveSources = ['chain', 'statement', 'ledger'] as const;

export const reservePlace = z.object({
  kind: z.enum(reservePlaceKinds),
  name: z.string(),
  amount: signedDecimal,
  source: z.enum(reserveSources),
  /** When it was read or stated. */
  time: z.number(),
  /** Height of the block at which it was read; null of other sources. */
  block: z.nullable(z.number()),
});
export type ReservePlace = z.infer<typeof reservePlace>;

const proofAsset = z.object({
  ticker: z.string(),
  label: z.string(),
  /** What the exchange owes its users: the sum of all leaves. */
  liabilities: signedDecimal,
  reserves: signedDecimal,
  /** Reserves for each unit that is owed, in per cent with two decimals, rounded down; null where nothing is owed. */
  percent: z.nullable(z.string()),
  /** What accounts owe the exchange: it is not taken from the liabilities. */
  negative: signedDecimal,
  /** Null where nobody has anything. */
  root: z.nullable(hash),
  depth: z.number(),
  places: z.array(reservePlace),
});
export type ProofAsset = z.infer<typeof proofAsset>;

const proofHead = z.object({ id: z.number(), time: z.number() });

export const proof = z.object({
  ...proofHead.shape,
  /** Whether this exchange is a demo: its money is made from nothing. */
  is_demo: z.boolean(),
  assets: z.array(proofAsset),
});
export type Proof = z.infer<typeof proof>;

export const proofsQuery = paging;
export const proofList = listOf(
  z.object({
    ...proofHead.shape,
    /** Assets, and those of them whose reserves are below what is owed. */
    assets: z.number(),
    below: z.number(),
  }),
);
export type ProofHead = z.infer<typeof proofList>['result'][number];

export const proofParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)) });

const ownLeaf = z.object({
  account: z.string(),
  ticker: z.string(),
  amount: signedDecimal,
  nonce: hash,
  position: z.number(),
  path: z.array(z.object({ hash, sum: signedDecimal })),
  /** Of the asset, as published. */
  tree: z.object({ root: hash, total: signedDecimal, depth: z.number() }),
});
export type OwnLeaf = z.infer<typeof ownLeaf>;

export const ownProof = z.object({
  format: z.literal('pelican-proof-of-reserves-1'),
  proof: z.number(),
  time: z.number(),
  leaves: z.array(ownLeaf),
});
export type OwnProof = z.infer<typeof ownProof>;
