/** Histories of wallets over HTTP. */
import { DomainError } from '@pelican/shared/contracts';
import { statementsEndpoints } from '@pelican/shared/contracts/statements';
import { type KnownAsset, requireAsset } from '../../live/index.ts';
import { type Guards, type HttpServer, type PrivateReads, serve } from '../../platform/http/index.ts';
import { findHistory, findRecord } from './history.ts';
import { findMovements } from './movements.ts';
import { detailOf } from './record-steps.ts';
import { findWaitFacts } from './waiting.ts';

export interface StatementRoutesDeps {
  knownAsset: KnownAsset;
  privateReads: PrivateReads;
  guards: Guards;
  /** What the user did, here or elsewhere, is in Postgres after this. */
  waitForOwn(userId: number): Promise<void>;
}

export function statementRoutes(app: HttpServer, deps: StatementRoutesDeps): void {
  const { pool, queue } = deps.privateReads;

  /** @throws DomainError unknown_asset */
  async function assetIdOf(ticker: string, userId: number): Promise<number> {
    return (await requireAsset(deps.knownAsset, ticker, userId)).id;
  }

  serve(app, deps.guards, statementsEndpoints, {
    'GET /v2/profile/wallet-history': async ({ principal, query }) => {
      const { offset, limit, kind, ticker, payment_method: method, status, start, end } = query;
      if (start !== undefined && end !== undefined && start > end)
        throw new DomainError('invalid_argument', { fields: { start: ["From date shouldn't exceed To date"] } });
      const { userId } = principal;
      const assetId = ticker ? await assetIdOf(ticker, userId) : undefined;
      const filter = {
        userId,
        kind: kind || undefined,
        assetId,
        method: method || undefined,
        status,
        start,
        end,
      };
      await deps.waitForOwn(userId);
      const page = await queue.run(principal, () => findHistory(pool, filter, { offset, limit }));
      return { ...page, offset, limit };
    },
    'GET /v2/profile/wallet-history/:kind/:id': async ({ principal, params: { kind, id } }) => {
      const wanted = { userId: principal.userId, kind, id };
      const [record, facts] = await queue.run(principal, async () => [
        await findRecord(pool, wanted),
        await findWaitFacts(pool, wanted),
      ]);
      if (!record) throw new DomainError('not_found');
      return detailOf(record, facts, Date.now() / 1_000);
    },
    'GET /v2/profile/movements': async ({ principal, query: { wallet, ticker, limit, cursor } }) => {
      const { userId } = principal;
      const wanted = { userId, assetId: await assetIdOf(ticker, userId), wallet, limit, cursor };
      await deps.waitForOwn(userId);
      return queue.run(principal, () => findMovements(pool, wanted));
    },
  });
}
