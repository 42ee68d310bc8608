/** The sandbox provider over HTTP. Registered in a demo alone. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { type HttpServer, pagePolicy } from '../../../platform/http/index.ts';
import { ownReferences } from '../../withdrawals/index.ts';
import { basicChallenge, basicUser, type SandboxAccounts } from './basic-sign-in.ts';
import { payoutsPage, payPage, refusalPage } from './pages.ts';
import { decidePayout, demandDecision, signDecision, waitingPayouts } from './payouts.ts';
import { decisionKey, type SandboxDeps, sandboxProviderName } from './provider.ts';
import { payoutReference, signReport } from './reports.ts';
import { openPayment, type SandboxPayment } from './signed-payment.ts';

const formBytesMax = 8 * 1024;
/** For how long the provider knows what it has decided. */
const decisionSeconds = 7 * 86_400;

const signed = z.object({
  payment: z.string().check(z.maxLength(4_000)),
  signature: z.string().check(z.maxLength(64)),
});
const payoutDecision = z.object({
  reference: payoutReference,
  signature: z.string().check(z.maxLength(64)),
  outcome: z.enum(['paid', 'declined']),
});
const decision = z.extend(signed, { outcome: z.enum(['paid', 'declined', 'canceled']) });

/**
 * The page that the browser submits its form to, and the payer's decision there. The provider remembers the first decision, reports it to the
 * exchange as a real one does, over HTTP with its signature, and sends the browser back. Payouts are shown to, and decided by, the user whose they are.
 */
export async function sandboxProviderRoutes(
  app: HttpServer,
  { secret, redis, ...accounts }: SandboxDeps & SandboxAccounts,
): Promise<void> {
  async function decide({ reference, ticker, amount }: SandboxPayment, outcome: string): Promise<string> {
    const decided = JSON.stringify({ reference, paymentId: randomUUID(), outcome, ticker, amount });
    await redis.set(decisionKey(reference), decided, 'EX', decisionSeconds, 'NX');
    return (await redis.get(decisionKey(reference))) as string;
  }

  async function report(path: 'payment-callbacks' | 'payout-callbacks', rawBody: string): Promise<void> {
    await app.inject({
      method: 'POST',
      url: `/v2/${path}/${sandboxProviderName}`,
      headers: { 'content-type': 'application/json', ...signReport(rawBody, secret) },
      payload: rawBody,
    });
  }

  await app.register(async (child) => {
    const scope = child as unknown as HttpServer;
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.setErrorHandler((error, _request, reply) => {
      const isRefusal = error instanceof DomainError;
      const text = isRefusal ? error.message : 'The form is not valid';
      return reply
        .code(isRefusal ? 403 : 422)
        .header('content-security-policy', pagePolicy)
        .type('text/html; charset=utf-8')
        .send(refusalPage(text));
    });
    scope.get('/sandbox/payouts', { schema: { hide: true } }, async (request, reply) => {
      const userId = await basicUser(accounts, request);
      if (userId === undefined) return askToSignIn(reply);
      const waiting = await waitingPayouts(redis, await ownReferences(accounts.pool, userId, sandboxProviderName));
      const html = payoutsPage(waiting.map((one) => ({ ...one, signature: signDecision(one.reference, secret) })));
      return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html);
    });
    scope.post('/sandbox/payouts/decide', { schema: { hide: true, body: payoutDecision } }, async (request, reply) => {
      const { body } = request;
      demandDecision(body.reference, body.signature, secret);
      const userId = await basicUser(accounts, request);
      if (userId === undefined) return askToSignIn(reply);
      if (!(await ownReferences(accounts.pool, userId, sandboxProviderName)).includes(body.reference))
        throw new DomainError('not_found');
      await decidePayout(redis, body.reference, body.outcome);
      await report('payout-callbacks', JSON.stringify({ reference: body.reference }));
      return reply.redirect('/sandbox/payouts', 303);
    });
    scope.post('/sandbox/pay', { schema: { hide: true, body: signed } }, async ({ body }, reply) => {
      const payment = demandOpen(openPayment(body, secret));
      const html = payPage(payment, { payment: body.payment, signature: body.signature });
      return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html);
    });
    scope.post('/sandbox/pay/decide', { schema: { hide: true, body: decision } }, async ({ body }, reply) => {
      const decided = await decide(demandOpen(openPayment(body, secret)), body.outcome);
      await report('payment-callbacks', decided);
      const { outcome } = JSON.parse(decided) as { outcome: string };
      return reply.redirect(outcome === 'paid' ? '/successful' : '/unsuccessful', 303);
    });
  });
}

function askToSignIn(reply: FastifyReply) {
  return reply
    .code(401)
    .header('www-authenticate', basicChallenge)
    .header('content-security-policy', pagePolicy)
    .type('text/html; charset=utf-8')
    .send(refusalPage('Sign in with the e-mail and the password of your account: your own payouts are shown.'));
}

/** @throws DomainError payment_provider_failed */
function demandOpen(payment: SandboxPayment): SandboxPayment {
  if (payment.expiresAt > Date.now()) return payment;
  throw new DomainError('payment_provider_failed', { message: 'The time to pay is over' });
}
