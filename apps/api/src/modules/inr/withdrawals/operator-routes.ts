/** Payments of rupees in the operator console. Each look at one, and each file, is an audit record, written before it is answered. */
import { DomainError } from '@pelican/shared/contracts';
import { payoutEndpoints } from '@pelican/shared/contracts/inr';
import { type OperatorAction, type OperatorConsole, outcomeOf, outcomeWith } from '../../../identity/index.ts';
import { countRows, type Queryable } from '../../../platform/database/index.ts';
import { type Call, type HttpServer, serve } from '../../../platform/http/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';
import { findStopped } from '../../payments/index.ts';
import { methodResumption, resumeMethodPayouts } from '../../payouts/index.ts';
import { rupeeMethod } from '../rupees.ts';
import { downloadInrBatch, failInrWithdrawal, payInrWithdrawal, takeInrBatch } from './operator-actions.ts';
import {
  fileOfBatch,
  findPayoutCase,
  inrPayoutsQueue,
  listPayoutCases,
  viewBatch,
  viewPayoutCase,
} from './operator-view.ts';
import { findBatch, findBatches } from './repository.ts';

type Decision = Pick<
  Call<(typeof payoutEndpoints)['POST /v2/ops/inr-payouts/:id/pay']>,
  'principal' | 'reply' | 'params'
>;

export function payoutOperatorRoutes(app: HttpServer, operators: OperatorConsole, keys: EncryptionKeys): void {
  const { pool, guards } = operators;

  async function decide<Payload>(
    { principal, reply, params: { id } }: Decision,
    action: OperatorAction<Payload, void>,
    { reason, ...given }: { reason?: string | undefined; text?: string; utr?: string },
  ) {
    const { email, request } = await findPayoutCase(pool, id);
    if (request)
      throw new DomainError('request_closed', {
        message: `Request ${request.id} waits for another operator already.`,
      });
    const payload = { email, withdrawal: id, ...given } as Payload;
    const place = { queue: inrPayoutsQueue.name, id: String(id) };
    return outcomeOf(await operators.submit({ principal, reply }, action, { payload, reason, place }));
  }

  serve(app, guards, payoutEndpoints, {
    'GET /v2/ops/inr-payouts': async ({ query }) => ({
      ...(await listPayoutCases(pool, query)),
      stopped_at: await stoppedAt(pool),
      offset: query.offset,
      limit: query.limit,
    }),
    'POST /v2/ops/inr-payouts/resume': async ({ principal, reply, body: { reason } }) => {
      const { ticker, key: method } = rupeeMethod;
      const payload = await methodResumption(pool, { ticker, method });
      return outcomeOf(await operators.submit({ principal, reply }, resumeMethodPayouts, { payload, reason }));
    },
    'GET /v2/ops/inr-payouts/:id': async ({ principal, params: { id } }) => {
      const shown = await viewPayoutCase(pool, keys, id);
      await operators.recordLook(principal, {
        action: 'inr_payout.looked_at',
        subject: `user:${shown.user_id}`,
        details: { withdrawal: id },
      });
      return shown;
    },
    'POST /v2/ops/inr-payouts/:id/pay': (call) => decide(call, payInrWithdrawal, call.body),
    'POST /v2/ops/inr-payouts/:id/fail': (call) =>
      decide(call, failInrWithdrawal, { reason: call.body.reason, text: call.body.reason }),
    'GET /v2/ops/inr-payout-batches': async ({ query: { offset, limit } }) => ({
      result: (await findBatches(pool, { offset, limit })).map(viewBatch),
      total: await countRows(pool, 'SELECT FROM inr_payout_batches', [], { offset, limit }),
      offset,
      limit,
    }),
    'POST /v2/ops/inr-payout-batches': async ({ principal, reply }) => {
      const payload = { method: await findRupeeMethod(pool) };
      const answer = await operators.submit({ principal, reply }, takeInrBatch, { payload, reason: undefined });
      return outcomeWith(answer, async (id) => ({ batch: viewBatch(await findBatch(pool, id)) }));
    },
    'POST /v2/ops/inr-payout-batches/:id/file': async ({ principal, reply, params: { id }, body: { reason } }) => {
      const given = { payload: { batch: id }, reason };
      const answer = await operators.submit({ principal, reply }, downloadInrBatch, given);
      return outcomeWith(answer, () => fileOfBatch(pool, keys, id));
    },
  });
}

/** Since when no rupees are paid, in seconds; null while they are. */
async function stoppedAt(db: Queryable): Promise<number | null> {
  const stopped = (await findStopped(db)).find(
    ({ ticker, method }) => ticker === rupeeMethod.ticker && method === rupeeMethod.key,
  );
  return stopped ? stopped.since.getTime() / 1000 : null;
}

/** @throws DomainError unknown_payment_method */
async function findRupeeMethod(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT method.id FROM payment_methods method JOIN assets asset ON asset.id = method.asset_id WHERE asset.ticker = $1 AND method.key = $2',
    [rupeeMethod.ticker, rupeeMethod.key],
  );
  if (!rows[0]) throw new DomainError('unknown_payment_method');
  return rows[0].id;
}
