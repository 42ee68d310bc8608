/** The side of the sandbox provider that pays: what was ordered, until somebody decides on its page. It keeps it in Redis. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { demandSignature } from '../../../platform/http/index.ts';
import type { PayoutsOfProvider, ProviderPayout } from '../provider.ts';
import { demandReport, headerPrefix, payoutReference } from './reports.ts';

const keptSeconds = 30 * 86_400;
const orderKey = (reference: string) => `sandbox-provider:payout:${reference}`;
const decisionKey = (reference: string) => `sandbox-provider:payout-decision:${reference}`;

export type PayoutDecision = 'paid' | 'declined';
export interface SandboxPayout extends ProviderPayout {
  paymentId: string;
}

const report = z.object({ reference: payoutReference });

export function createSandboxPayouts({ secret, redis }: { secret: string; redis: Redis }): PayoutsOfProvider {
  async function find(reference: string) {
    const payout = await findSandboxPayout(redis, reference);
    if (!payout) return undefined;
    const { paymentId, ticker, amount } = payout;
    const decided = (await redis.get(decisionKey(reference))) as PayoutDecision | null;
    return { paymentId, ticker, amount, outcome: decided ?? ('pending' as const) };
  }
  return {
    async register({ methodKey, details }) {
      const text = JSON.stringify([methodKey, Object.entries(details).sort()]);
      return `rcv_${createHmac('sha256', secret).update(`receiver:${text}`).digest('base64url').slice(0, 32)}`;
    },
    async pay(payout) {
      const kept = JSON.stringify({ ...payout, paymentId: randomUUID() });
      await redis.set(orderKey(payout.reference), kept, 'EX', keptSeconds, 'NX');
      const found = await find(payout.reference);
      if (!found) throw new Error('the sandbox provider has lost a payout');
      return found;
    },
    find,
    verify({ headers, rawBody }) {
      demandSignature({ secret, headerPrefix }, { headers, rawBody });
      return demandReport(report, rawBody);
    },
  };
}

async function findSandboxPayout(redis: Redis, reference: string): Promise<SandboxPayout | undefined> {
  const kept = await redis.get(orderKey(reference));
  return kept === null ? undefined : (JSON.parse(kept) as SandboxPayout);
}

/** Of these, the ones that nobody has decided. */
export async function waitingPayouts(redis: Redis, references: readonly string[]): Promise<SandboxPayout[]> {
  const found = await Promise.all(
    references.map(async (reference) =>
      (await redis.exists(decisionKey(reference))) === 0 ? findSandboxPayout(redis, reference) : undefined,
    ),
  );
  return found.filter((one) => one !== undefined);
}

/** The first decision stands. @throws DomainError not_found */
export async function decidePayout(redis: Redis, reference: string, decision: PayoutDecision): Promise<void> {
  if (!(await findSandboxPayout(redis, reference))) throw new DomainError('not_found');
  await redis.set(decisionKey(reference), decision, 'EX', keptSeconds, 'NX');
}

/** Of the buttons of a payout: no other site submits them. */
export const signDecision = (reference: string, secret: string): string =>
  createHmac('sha256', secret).update(`payout:${reference}`).digest('hex');

/** @throws DomainError invalid_signature */
export function demandDecision(reference: string, signature: string, secret: string): void {
  const isRight =
    /^[0-9a-f]{64}$/.test(signature) &&
    timingSafeEqual(Buffer.from(signDecision(reference, secret), 'hex'), Buffer.from(signature, 'hex'));
  if (!isRight) throw new DomainError('invalid_signature', { message: 'This payout was not made by the exchange' });
}
