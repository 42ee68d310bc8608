/** What anybody may know of the perpetual markets. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import * as contract from '@pelican/shared/contracts/perpetual.ts';
import type { Pool } from 'pg';
import type { LivePerpetualData } from '../../market-data/index.ts';
import type { Guards } from '../../platform/guards.ts';
import { type HttpServer, plainJson } from '../../platform/http-server.ts';
import { openSecurity } from '../../platform/openapi.ts';
import { findInstrumentFavorites } from '../markets/index.ts';
import { viewInstruments, viewMaxLeverages, viewSwapMarkets } from './market-views.ts';
import { requireMarket } from './order-commands.ts';
import { findFundingRates, findInsuranceFund } from './receipts-repository.ts';

export interface PerpetualMarketRoutesDeps {
  live: LivePerpetualData;
  pool: Pool;
  prisma: PrismaClient;
  guards: Guards;
}

const tags = ['perpetual'];

export function perpetualMarketRoutes(app: HttpServer, deps: PerpetualMarketRoutesDeps): void {
  const { live, pool, prisma, guards } = deps;

  async function favoritesOf(userId: number): Promise<ReadonlySet<string>> {
    const ids = await findInstrumentFavorites(prisma, userId);
    return new Set(ids.flatMap((id) => live.catalog().instrumentById(id)?.name ?? []));
  }

  app.get(
    '/v3/derivatives/instruments',
    {
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Contract specifications, tiers and price limits',
        security: openSecurity,
        response: { 200: contract.instruments },
      },
    },
    async () => ({ result: viewInstruments(live) }),
  );

  app.get(
    '/v3/derivatives/max-leverages',
    {
      schema: {
        tags,
        summary: 'The highest leverage of each market',
        security: openSecurity,
        response: { 200: contract.maxLeverages },
      },
    },
    async () => ({ result: viewMaxLeverages(live) }),
  );

  app.get(
    '/v3/derivatives/markets',
    {
      preValidation: guards.anybody,
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'The swap markets with their figures of the last 24 hours',
        description: 'Favourites are marked for who is signed in.',
        security: [{}, { accessToken: [] }],
        response: { 200: contract.swapMarkets },
      },
    },
    async (request) => {
      const favorites = request.principal ? await favoritesOf(request.principal.userId) : new Set<string>();
      return { result: viewSwapMarkets(live, favorites, Date.now()) };
    },
  );

  app.get(
    '/v3/funding-history',
    {
      schema: {
        tags,
        summary: 'Settled funding rates, newest first',
        security: openSecurity,
        querystring: contract.fundingQuery,
        response: { 200: contract.fundingHistory },
      },
    },
    async (request) => {
      const { market, offset, limit } = request.query;
      const marketId = market ? requireMarket(live.catalog(), market).id : undefined;
      return { ...(await findFundingRates(pool, { marketId, offset, limit }, live.catalog())), offset, limit };
    },
  );

  app.get(
    '/v3/insurance-fund',
    {
      schema: {
        tags,
        summary: 'The insurance fund and its newest movements',
        security: openSecurity,
        response: { 200: contract.insuranceFund },
      },
    },
    () => findInsuranceFund(pool, live.catalog()),
  );
}
