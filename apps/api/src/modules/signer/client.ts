/** The signer as the worker speaks to it. */
import { type PayoutProblem, payoutProblems } from '@pelican/shared/contracts/withdrawals';
import { z } from 'zod';
import type { FeeQuote } from '../../chains/index.ts';
import type { BatchQuestion, BatchReplacement } from './batches.ts';
import type { SignedPayout } from './payouts.ts';
import { type SweepQuestion, type SweepRefusal, sweepRefusals } from './sweeps.ts';

const timeoutMs = 10_000;
const addressesAnswer = z.object({ addresses: z.array(z.string()) });
const coldAddressAnswer = z.object({ address: z.string() });
const refusal = z.object({
  error: z.string().refine((name): name is PayoutProblem => Object.hasOwn(payoutProblems, name)),
  withdrawalId: z.int().optional(),
});
const sweepRefusal = z.object({
  error: z.string().refine((name): name is SweepRefusal => Object.hasOwn(sweepRefusals, name)),
});
const payoutAnswer = z.object({ transactionHash: z.string(), raw: z.string() });

/** The signer does not sign this payout, at least not now. */
export class PayoutRefused extends Error {
  readonly reason: PayoutProblem;
  /** Of several the one that is refused; undefined: all of them. */
  readonly withdrawalId: number | undefined;

  constructor(reason: PayoutProblem, withdrawalId?: number) {
    super(`the signer refused a payout: ${reason}`);
    this.reason = reason;
    this.withdrawalId = withdrawalId;
  }
}

/** The signer does not sign this sweep, at least not now. */
export class SweepRefused extends Error {
  readonly reason: SweepRefusal;

  constructor(reason: SweepRefusal) {
    super(`the signer refused a sweep: ${reason}`);
    this.reason = reason;
  }
}

export interface SignerClient {
  addresses(networkId: number, indexes: readonly number[]): Promise<string[]>;
  /** Of the cold wallet, as the signer's settings name it; empty where there is none. */
  coldAddress(networkId: number): Promise<string>;
  /** The same transaction each time. @throws PayoutRefused; Error when the signer does not answer */
  payout(withdrawalId: number, fee: FeeQuote): Promise<SignedPayout>;
  /** Another transaction in the place of the newest one, which waits. @throws PayoutRefused; Error when the signer does not answer */
  replace(withdrawalId: number, fee: FeeQuote): Promise<SignedPayout>;
  /** The same transaction each time. @throws SweepRefused; Error when the signer does not answer */
  sweep(sweepId: number, asked: SweepQuestion): Promise<SignedPayout>;
  /** Another transaction in the place of the newest one. @throws SweepRefused; Error when the signer does not answer */
  replaceSweep(sweepId: number, fee: FeeQuote): Promise<SignedPayout>;
  /** One transaction of several payouts, the same each time. @throws PayoutRefused; Error when the signer does not answer */
  batch(question: BatchQuestion): Promise<SignedPayout>;
  /** Another one in the place of the newest transaction, which waits. @throws PayoutRefused; Error when the signer does not answer */
  replaceBatch(question: BatchReplacement): Promise<SignedPayout>;
}

export function createSignerClient({ url, secret }: { url: string; secret: string }): SignerClient {
  async function post(path: string, body: unknown, refusedBy = payoutRefused): Promise<unknown> {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = await response.json();
    if (response.status === 409) throw refusedBy(answer);
    if (!response.ok) throw new Error(`the signer answered ${response.status}`);
    return answer;
  }

  return {
    addresses: async (networkId, indexes) =>
      addressesAnswer.parse(await post('/addresses', { networkId, indexes })).addresses,
    coldAddress: async (networkId) => coldAddressAnswer.parse(await post('/cold-address', { networkId })).address,
    payout: async (withdrawalId, fee) => payoutAnswer.parse(await post('/payouts', { withdrawalId, fee })),
    replace: async (withdrawalId, fee) => payoutAnswer.parse(await post('/replacements', { withdrawalId, fee })),
    sweep: async (sweepId, { fee, units }) =>
      payoutAnswer.parse(await post('/sweeps', { sweepId, fee, units: String(units) }, sweepRefused)),
    replaceSweep: async (sweepId, fee) =>
      payoutAnswer.parse(await post('/sweep-replacements', { sweepId, fee }, sweepRefused)),
    batch: async (question) => payoutAnswer.parse(await post('/batches', asJson(question))),
    replaceBatch: async (question) => payoutAnswer.parse(await post('/batch-replacements', asJson(question))),
  };
}

function payoutRefused(answer: unknown): Error {
  const { error, withdrawalId } = refusal.parse(answer);
  return new PayoutRefused(error, withdrawalId);
}

const sweepRefused = (answer: unknown): Error => new SweepRefused(sweepRefusal.parse(answer).error);

const asJson = <Question extends { feeUnits: bigint }>(question: Question) => ({
  ...question,
  feeUnits: String(question.feeUnits),
});
