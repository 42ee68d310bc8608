/** The signer over HTTP, for the worker alone: it shows addresses, and transactions of approved withdrawals. */
import { createHash, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { addressesOf } from './addresses.ts';
import { BatchRefusal, replaceBatch, signBatch } from './batches.ts';
import { coldAddressOf } from './cold-wallet.ts';
import { type SignedPayout, type SignerDeps, signPayout } from './payouts.ts';
import { replacePayout } from './replacements.ts';
import { replaceSweep, type SweepDeps, signSweep } from './sweeps.ts';

const bodyLimit = 16 * 1024;
const addressesMax = 200;

const addressesBody = z.strictObject({
  networkId: z.int().positive(),
  indexes: z.array(z.int().min(0)).min(1).max(addressesMax),
});
/** What a network's fee consists of is checked by its adapter. */
const fee = z.record(z.string().max(40), z.string().max(80)).refine((quote) => Object.keys(quote).length <= 10);
const networkBody = z.strictObject({ networkId: z.int().positive() });
const sweepBody = z.strictObject({
  sweepId: z.int().positive(),
  fee,
  units: z.string().regex(/^[1-9]\d{0,77}$/),
});
const sweepReplacementBody = sweepBody.omit({ units: true });
const payoutBody = z.strictObject({ withdrawalId: z.int().positive(), fee });

const batchMax = 50;
const inputs = z.array(z.string().regex(/^[0-9a-f]{64}:\d{1,6}$/)).max(150);
const feeUnits = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);
const batchBody = z.strictObject({
  networkId: z.int().positive(),
  withdrawalIds: z.array(z.int().positive()).min(1).max(batchMax),
  inputs,
  feeUnits,
});
const batchReplacementBody = z.strictObject({ withdrawalId: z.int().positive(), inputs, feeUnits });

export interface SignerServerDeps extends SignerDeps, Partial<Pick<SweepDeps, 'coldAddresses' | 'gasLimits'>> {
  /** What the worker sends as a bearer token. */
  secret: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export function createSignerServer(deps: SignerServerDeps): FastifyInstance {
  const { pool, seed, secret, log, coldAddresses = new Map(), gasLimits = new Map() } = deps;
  const sweepDeps = { ...deps, coldAddresses, gasLimits };
  const app = fastify({ bodyLimit });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/health') return;
    if (!isSecret(request.headers.authorization, secret)) await reply.code(401).send({ error: 'unauthorized' });
  });
  app.setErrorHandler(async (error, _request, reply) => {
    log.error({ err: error }, 'a call failed');
    await reply.code(500).send({ error: 'failed' });
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.post('/addresses', async (request, reply) => {
    const body = addressesBody.safeParse(request.body);
    const addresses = body.data && (await addressesOf({ pool, seed }, body.data.networkId, body.data.indexes));
    return addresses ? { addresses } : reply.code(400).send({ error: 'invalid' });
  });
  app.post('/cold-address', async (request, reply) => {
    const body = networkBody.safeParse(request.body);
    if (!body.data) return reply.code(400).send({ error: 'invalid' });
    return { address: await coldAddressOf(pool, body.data.networkId, coldAddresses) };
  });
  const signing = (path: string, sign: typeof signPayout) =>
    app.post(path, async (request, reply) => {
      const body = payoutBody.safeParse(request.body);
      if (!body.data) return reply.code(400).send({ error: 'invalid' });
      const { withdrawalId } = body.data;
      const result = await sign(deps, withdrawalId, body.data.fee);
      if (typeof result !== 'string') return result;
      log.warn({ withdrawal: withdrawalId, reason: result }, 'a payout was not signed');
      return reply.code(409).send({ error: result });
    });
  app.post('/sweeps', async (request, reply) => {
    const body = sweepBody.safeParse(request.body);
    if (!body.data) return reply.code(400).send({ error: 'invalid' });
    const { sweepId, fee, units } = body.data;
    return answerSweep(reply, sweepId, await signSweep(sweepDeps, sweepId, { fee, units: BigInt(units) }));
  });
  app.post('/sweep-replacements', async (request, reply) => {
    const body = sweepReplacementBody.safeParse(request.body);
    if (!body.data) return reply.code(400).send({ error: 'invalid' });
    const { sweepId, fee } = body.data;
    return answerSweep(reply, sweepId, await replaceSweep(sweepDeps, sweepId, fee));
  });
  const answerSweep = (reply: FastifyReply, sweep: number, result: SignedPayout | string) => {
    if (typeof result !== 'string') return result;
    log.warn({ sweep, reason: result }, 'a sweep was not signed');
    return reply.code(409).send({ error: result });
  };
  signing('/payouts', signPayout);
  signing('/replacements', replacePayout);
  const signingBatch = <Body>(
    path: string,
    shape: z.ZodType<Body>,
    sign: (body: Body) => ReturnType<typeof signBatch>,
  ) =>
    app.post(path, async (request, reply) => {
      const body = shape.safeParse(request.body);
      if (!body.success) return reply.code(400).send({ error: 'invalid' });
      const result = await sign(body.data);
      if (!(result instanceof BatchRefusal)) return result;
      log.warn({ ...result }, 'payouts were not signed');
      return reply.code(409).send({ error: result.reason, withdrawalId: result.withdrawalId });
    });
  signingBatch('/batches', batchBody, (question) => signBatch(deps, question));
  signingBatch('/batch-replacements', batchReplacementBody, (question) => replaceBatch(deps, question));
  return app;
}

/** In the same time for each text. */
function isSecret(header: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secret}`));
}
