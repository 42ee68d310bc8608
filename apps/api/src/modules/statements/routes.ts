/** Histories of wallets over HTTP. */
import { DomainError } from '@pelican/shared/contracts';
import { statementsEndpoints } from '@pelican/shared/contracts/statements';
import type { Catalog } from '../../catalog/index.ts';
import { type Guards, type HttpServer, type PrivateReads, serve } from '../../platform/http/index.ts';
import { findHistory, findRecord } from './history.ts';
import { findMovements } from './movements.ts';
import { detailOf } from './record-steps.ts';
import { findWaitFacts } from './waiting.ts';

export interface StatementRoutesDeps {
  catalog(): Catalog;
  privateReads: PrivateReads;
  guards: Guards;
  /** What the user did, here or elsewhere, is in Postgres after this. */
  waitForOwn(userId: number): Promise<void>;
}

export function statementRoutes(app: HttpServer, deps: StatementRoutesDeps): void {
  const { pool, queue } = deps.privateReads;

  /** @throws DomainError unknown_asset */
  function assetIdOf(ticker: string): number {
    const asset = deps.catalog().assetByTicker(ticker);
    if (!asset) throw new DomainError('unknown_asset', { fields: { ticker: ['Unknown currency'] } });
    return asset.id;
  }

  serve(app, deps.guards, statementsEndpoints, {
    'GET /v2/profile/wallet-history': async ({ principal, query }) => {
      const { offset, limit, kind, ticker, payment_method: method, status, start, end } = query;
      if (start !== undefined && end !== undefined && start > end)
        throw new DomainError('invalid_argument', { fields: { start: ["From date shouldn't exceed To date"] } });
      const assetId = ticker ? assetIdOf(ticker) : undefined;
      const filter = {
        userId: principal.userId,
        kind: kind || undefined,
        assetId,
        method: method || undefined,
        status,
        start,
        end,
      };
      await deps.waitForOwn(principal.userId);
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
      const wanted = { userId: principal.userId, assetId: assetIdOf(ticker), wallet, limit, cursor };
      await deps.waitForOwn(principal.userId);
      return queue.run(principal, () => findMovements(pool, wanted));
    },
  });
}
