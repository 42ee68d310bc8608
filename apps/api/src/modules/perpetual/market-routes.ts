/** Public data of the perpetual markets. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { perpetualMarketEndpoints } from '@pelican/shared/contracts/perpetual';
import type { Pool } from 'pg';
import type { LivePerpetualData } from '../../live/index.ts';
import type { Guards, HttpServer, PublicReads } from '../../platform/http/index.ts';
import { hot, queryRows, serve } from '../../platform/http/index.ts';
import { findInstrumentFavorites } from '../markets/index.ts';
import { viewInstruments, viewMaxLeverages, viewPerpetualMarkets } from './market-views.ts';
import { requireMarket } from './order-commands.ts';
import { findFundingRates, findInsuranceFund, fundMovesShown } from './receipts-repository.ts';

export interface PerpetualMarketRoutesDeps {
  live: LivePerpetualData;
  publicReads: PublicReads;
  prisma: PrismaClient;
  guards: Guards;
}

export function perpetualMarketRoutes(app: HttpServer, deps: PerpetualMarketRoutesDeps): void {
  const { live, publicReads, prisma, guards } = deps;

  async function favoritesOf(userId: number): Promise<ReadonlySet<string>> {
    const ids = await findInstrumentFavorites(prisma, userId);
    return new Set(ids.flatMap((id) => live.catalog().instrumentById(id)?.name ?? []));
  }

  /** Waits for its turn among public reads. @throws DomainError too_many_requests beyond the address's budget of rows */
  function read<Result>(ip: string, rows: number, work: (pool: Pool) => Promise<Result>): Promise<Result> {
    publicReads.queue.spend(ip, queryRows + rows);
    return publicReads.queue.run(ip, () => work(publicReads.pool));
  }

  serve(app, guards, perpetualMarketEndpoints, {
    'GET /v3/derivatives/instruments': hot(() => ({ result: viewInstruments(live) })),
    'GET /v3/derivatives/max-leverages': () => ({ result: viewMaxLeverages(live) }),
    'GET /v3/derivatives/markets': hot(async ({ principal }) => {
      const favorites = principal ? await favoritesOf(principal.userId) : new Set<string>();
      return { result: viewPerpetualMarkets(live, favorites, Date.now()) };
    }),
    'GET /v3/funding-history': async ({ query: { market, offset, limit }, request }) => {
      const marketId = market ? requireMarket(live.catalog(), market).id : undefined;
      const page = await read(request.ip, offset + limit, (pool) =>
        findFundingRates(pool, { marketId, offset, limit }, live.catalog()),
      );
      return { ...page, offset, limit };
    },
    'GET /v3/insurance-fund': ({ request }) =>
      read(request.ip, fundMovesShown, (pool) => findInsuranceFund(pool, live.catalog())),
  });
}
