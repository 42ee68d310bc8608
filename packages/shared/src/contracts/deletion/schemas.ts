/** Deletion of an account on the wire. */
import * as z from 'zod/mini';
import { optionalProof } from '../auth/step-up.ts';

/** POST /v2/deleteUserApi */
export const deletionRequest = z.object({
  password: z.string().check(z.minLength(1, 'Field is required'), z.maxLength(200)),
  ...optionalProof.shape,
});
export type DeletionRequest = z.output<typeof deletionRequest>;

/** What the account still has. */
export const deletionBlocks = ['balances', 'orders', 'positions', 'transfers', 'codes', 'loans', 'operator'] as const;
export type DeletionBlock = (typeof deletionBlocks)[number];

export const deletionState = z.object({
  /** Nothing here: it may be deleted. */
  blockedBy: z.array(z.object({ kind: z.enum(deletionBlocks), text: z.string() })),
  /** Referral rewards that are lost unless they are claimed before. An API of the release before leaves it out. */
  lapses: z.optional(z.array(z.object({ ticker: z.string(), amount: z.string() }))),
  /** Unix seconds of the deletion request, and of the day on which it is carried out; null without a request. */
  requestedAt: z.nullable(z.number()),
  deletesAt: z.nullable(z.number()),
});
export type DeletionState = z.infer<typeof deletionState>;
