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

const placeParts = z.object({
  hot: signedDecimal,
  /** On the addresses of depositors. */
  deposits: signedDecimal,
  cold: signedDecimal,
  /** By our books at that moment; null while transactions were on their way. */
  ledger: z.nullable(signedDecimal),
});
export type PlaceParts = z.infer<typeof placeParts>;

/** `hot_below_due`: approved withdrawals need more than lies at the hot addresses; `unlike_ledger`: a network has another amount than our books. */
const reserveWarnings = ['below_liabilities', 'hot_below_due', 'unlike_ledger'] as const;
export type ReserveWarning = (typeof reserveWarnings)[number];

/** Everything against everything, as operators see it. */
export const reserveOverview = z.object({
  time: z.number(),
  result: z.array(
    z.object({
      ticker: z.string(),
      label: z.string(),
      liabilities: signedDecimal,
      negative: signedDecimal,
      reserves: signedDecimal,
      percent: z.nullable(z.string()),
      /** Credited by hand: our books name no place for it, and it is no reserve. */
      unplaced: signedDecimal,
      /** Approved withdrawals on networks that are not paid yet, less their fees. */
      due: signedDecimal,
      /** The exchange's own accounts. */
      house: z.array(z.object({ name: z.string(), amount: signedDecimal })),
      places: z.array(z.object({ ...reservePlace.shape, parts: z.nullable(placeParts) })),
      warnings: z.array(z.enum(reserveWarnings)),
    }),
  ),
});
export type ReserveOverview = z.infer<typeof reserveOverview>;

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
