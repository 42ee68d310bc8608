/** What the sandbox provider is handed by the browser: a payment that we have signed, so that nobody changes it on the way. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import * as z from 'zod/mini';

const payment = z.object({
  reference: z.string(),
  ticker: z.string(),
  amount: z.string(),
  methodName: z.string(),
  /** Unix milliseconds. */
  expiresAt: z.number(),
});
export type SandboxPayment = z.infer<typeof payment>;

export type SignedPayment = Record<'payment' | 'signature', string>;

const signatureOf = (text: string, secret: string) => createHmac('sha256', secret).update(`payment:${text}`).digest();

export function signPayment(wanted: SandboxPayment, secret: string): SignedPayment {
  const text = Buffer.from(JSON.stringify(wanted)).toString('base64url');
  return { payment: text, signature: signatureOf(text, secret).toString('hex') };
}

/** @throws DomainError invalid_signature */
export function openPayment({ payment: text, signature }: SignedPayment, secret: string): SandboxPayment {
  const isRight =
    /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(signatureOf(text, secret), Buffer.from(signature, 'hex'));
  if (!isRight) throw new DomainError('invalid_signature', { message: 'This payment was not made by the exchange' });
  return payment.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}
