/** What the sandbox provider reports of payments and of payouts: read by its adapter, signed by its page. */
import { createHmac } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import * as z from 'zod/mini';

export const headerPrefix = 'x-payment';

/** Of a payout, as the exchange names it. */
export const payoutReference = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** @throws DomainError invalid_argument */
export function demandReport<Output>(schema: z.ZodMiniType<Output>, text: string): Output {
  const parsed = schema.safeParse(readJson(text));
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
