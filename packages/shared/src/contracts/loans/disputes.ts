/** Disputes about loans: what is sent, and what both sides see. */
import * as z from 'zod/mini';
import { termDaysMax } from '../../loans/loan.ts';
import { attachments } from '../support/attachments.ts';
import { paragraphs } from '../support/texts.ts';
import { wholeDays } from './forms.ts';

export const disputeReasons = ['interest', 'price', 'pledge', 'unauthorised', 'other'] as const;
const textMin = 10;
export const evidenceLengthMax = 2_000;

const text = paragraphs(evidenceLengthMax, textMin);

/** POST /p2p/dispute/{id} */
export const newDispute = z.object({ reason: z.enum(disputeReasons), text });
export type NewDispute = z.output<typeof newDispute>;
/** POST /p2p/dispute/{id}/evidence */
export const newEvidence = z.object({ text });
/** POST /p2p/dispute/{id}/extension: how many days more the caller agrees to; 0: to none. */
export const extension = z.object({ days: wholeDays });

/** What ends a dispute; amounts are whole units of the money that was lent. */
export const disputeDecision = z.discriminatedUnion('type', [
  z.object({ type: z.literal('dismiss') }),
  z.object({ type: z.literal('waive') }),
  z.object({ type: z.literal('compensate'), to: z.enum(['lender', 'borrower']), amount: z.string() }),
  z.object({ type: z.literal('sell') }),
  z.object({ type: z.literal('handOver') }),
  z.object({ type: z.literal('extend'), days: z.int().check(z.gte(1), z.lte(termDaysMax)) }),
]);
export type OperatorDecision = z.infer<typeof disputeDecision>;

/** Whether one operator decides so alone: it neither moves money nor gives any up. */
export function isDecidedByOne({ type }: Pick<OperatorDecision, 'type'>): boolean {
  return type === 'dismiss' || type === 'extend';
}

const evidence = z.object({
  id: z.number(),
  by: z.enum(['lend', 'borrow']),
  text: z.string(),
  date: z.number(),
  files: attachments,
});

export const dispute = z.object({
  id: z.number(),
  loan_id: z.number(),
  reason: z.enum(disputeReasons),
  opened_by: z.enum(['lend', 'borrow']),
  state: z.enum(['open', 'decided']),
  date: z.number(),
  decided_at: z.nullable(z.number()),
  decision: z.nullable(z.enum(['dismiss', 'waive', 'compensate', 'sell', 'handOver', 'extend'])),
  /** By how many days each side agrees to extend the loan. */
  lender_days: z.nullable(z.number()),
  borrower_days: z.nullable(z.number()),
  evidence: z.array(evidence),
});
export type DisputeView = z.infer<typeof dispute>;

/** The newest first. */
export const disputeList = z.object({ result: z.array(dispute) });
