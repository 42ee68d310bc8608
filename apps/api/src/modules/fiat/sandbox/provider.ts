/** The payment provider of the demo: a page on this machine, where the payer approves or declines, and reports as a real one signs them. */
import { createHmac } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { demandSignature } from '../../../platform/http/index.ts';
import type { PaymentProvider, ProviderReport } from '../provider.ts';
import { createSandboxPayouts } from './payouts.ts';
import { signPayment } from './signed-payment.ts';

export const sandboxProviderName = 'sandbox';
const headerPrefix = 'x-payment';

const report = z.object({
  reference: z.string(),
  paymentId: z.string().check(z.minLength(1), z.maxLength(100)),
  outcome: z.enum(['paid', 'declined', 'canceled']),
  ticker: z.string(),
  amount: z.string().check(z.regex(/^\d{1,20}(\.\d{1,18})?$/)),
});

export interface SandboxDeps {
  secret: string;
  /** Keeps what was decided at the provider. */
  redis: Redis;
}

export function createSandboxProvider({ secret, redis }: SandboxDeps): PaymentProvider {
  return {
    name: sandboxProviderName,
    payouts: createSandboxPayouts({ secret, redis }, headerPrefix),
    async start({ expiresAt, details, ...payment }) {
      return {
        redirectLink: '/sandbox/pay',
        fields: signPayment({ ...payment, expiresAt: expiresAt.getTime() }, secret),
        address: 'pelican@sandbox.example',
        memo: payment.reference.slice(0, 8).toUpperCase(),
      };
    },
    verify({ headers, rawBody }) {
      demandSignature({ secret, headerPrefix }, { headers, rawBody });
      return parseReport(rawBody);
    },
    async find(reference) {
      const decided = await redis.get(decisionKey(reference));
      return decided === null ? undefined : parseReport(decided);
    },
  };
}

export const decisionKey = (reference: string) => `sandbox-provider:${reference}`;

/** @throws DomainError invalid_argument */
function parseReport(text: string): ProviderReport {
  const parsed = report.safeParse(readJson(text));
  if (!parsed.success) throw new DomainError('invalid_argument');
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The headers by which the provider shows that a report is its own. */
export function signReport(rawBody: string, secret: string, now = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex');
  return { [`${headerPrefix}-timestamp`]: timestamp, [`${headerPrefix}-signature`]: signature };
}
