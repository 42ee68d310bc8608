/** The payment provider of the demo: a page on this machine, where the payer approves or declines, and reports as a real one signs them. */
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { demandSignature } from '../../../platform/http/index.ts';
import type { PaymentProvider } from '../provider.ts';
import { createSandboxPayouts } from './payouts.ts';
import { demandReport, headerPrefix } from './reports.ts';
import { signPayment } from './signed-payment.ts';

export const sandboxProviderName = 'sandbox';

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
    payouts: createSandboxPayouts({ secret, redis }),
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
      return demandReport(report, rawBody);
    },
    async find(reference) {
      const decided = await redis.get(decisionKey(reference));
      return decided === null ? undefined : demandReport(report, decided);
    },
  };
}

export const decisionKey = (reference: string) => `sandbox-provider:${reference}`;
