/** What anybody may know of the perpetual markets. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { perpetualMarketEndpoints } from '@pelican/shared/contracts/perpetual/endpoints.ts';
import type { Pool } from 'pg';
import type { LivePerpetualData } from '../../live/index.ts';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { hot, serve } from '../../platform/http/index.ts';
import { findInstrumentFavorites } from '../markets/index.ts';
import { viewInstruments, viewMaxLeverages, viewPerpetualMarkets } from './market-views.ts';
import { requireMarket } from './order-commands.ts';
import { findFundingRates, findInsuranceFund } from './receipts-repository.ts';

export interface PerpetualMarketRoutesDeps {
  live: LivePerpetualData;
  pool: Pool;
  prisma: PrismaClient;
  guards: Guards;
}

export function perpetualMarketRoutes(app: HttpServer, deps: PerpetualMarketRoutesDeps): void {
  const { live, pool, prisma, guards } = deps;

  async function favoritesOf(userId: number): Promise<ReadonlySet<string>> {
    const ids = await findInstrumentFavorites(prisma, userId);
    return new Set(ids.flatMap((id) => live.catalog().instrumentById(id)?.name ?? []));
  }

  serve(app, guards, perpetualMarketEndpoints, {
    'GET /v3/derivatives/instruments': hot(() => ({ result: viewInstruments(live) })),
    'GET /v3/derivatives/max-leverages': () => ({ result: viewMaxLeverages(live) }),
    'GET /v3/derivatives/markets': hot(async ({ principal }) => {
      const favorites = principal ? await favoritesOf(principal.userId) : new Set<string>();
      return { result: viewPerpetualMarkets(live, favorites, Date.now()) };
    }),
    'GET /v3/funding-history': async ({ query: { market, offset, limit } }) => {
      const marketId = market ? requireMarket(live.catalog(), market).id : undefined;
      return { ...(await findFundingRates(pool, { marketId, offset, limit }, live.catalog())), offset, limit };
    },
    'GET /v3/insurance-fund': () => findInsuranceFund(pool, live.catalog()),
  });
}
