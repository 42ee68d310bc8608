/** The market list and a user's favourites. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError, errorTable } from '@pelican/shared/contracts';
import { marketsEndpoints } from '@pelican/shared/contracts/markets';
import * as z from 'zod/mini';
import type { LivePerpetualData, SpotVenue } from '../../live/index.ts';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { hot, serve } from '../../platform/http/index.ts';
import { coinImage } from './coin-image.ts';
import { namesOf, viewMarketList } from './market-list.ts';
import { addFavorite, findFavorites, findInstrumentFavorites, type ListedPair, removeFavorite } from './repository.ts';

export interface MarketRoutesDeps {
  prisma: PrismaClient;
  live: SpotVenue;
  perpetual: Pick<LivePerpetualData, 'catalog'>;
  guards: Guards;
}

export function marketRoutes(app: HttpServer, { prisma, live, perpetual, guards }: MarketRoutesDeps): void {
  /** A favourite is a pair, on every venue that has it. @throws DomainError unknown_pair */
  function listed(pair: string): ListedPair {
    const marketId = live.catalog().marketByName(pair)?.id;
    const instrumentId = perpetual.catalog().marketByName(pair)?.id;
    if (marketId === undefined && instrumentId === undefined)
      throw new DomainError('unknown_pair', { fields: { pair: [errorTable.unknown_pair.message] } });
    return { marketId, instrumentId };
  }

  async function favoritesOf(userId: number): Promise<string[]> {
    const [markets, instruments] = await Promise.all([
      findFavorites(prisma, userId),
      findInstrumentFavorites(prisma, userId),
    ]);
    const perpetuals = instruments.flatMap((id) => perpetual.catalog().instrumentById(id)?.name ?? []);
    return [...new Set([...namesOf(live.catalog(), markets), ...perpetuals])];
  }

  serve(app, guards, marketsEndpoints, {
    'GET /v2/market-list': hot(async ({ principal }) => {
      const favorites = principal ? await favoritesOf(principal.userId) : [];
      return viewMarketList(live, new Set(favorites), Math.floor(Date.now() / 1000));
    }),
    'GET /v2/favorites': async ({ principal }) => ({ result: await favoritesOf(principal.userId) }),
    'POST /v2/favorites': async ({ principal: { userId }, body }) => {
      await addFavorite(prisma, userId, listed(body.pair));
      return { result: await favoritesOf(userId) };
    },
    'DELETE /v2/favorites/:pair': async ({ principal: { userId }, params }) => {
      await removeFavorite(prisma, userId, listed(params.pair));
      return { result: await favoritesOf(userId) };
    },
  });

  app.get(
    '/coins/:file',
    { schema: { hide: true, params: z.object({ file: z.string().check(z.maxLength(32)) }) } },
    async (request, reply) => {
      const ticker = /^([a-z0-9]+)\.svg$/.exec(request.params.file)?.[1]?.toUpperCase() ?? '';
      if (!live.catalog().assetByTicker(ticker)) throw new DomainError('not_found');
      reply.header('cache-control', 'public, max-age=86400');
      return reply.type('image/svg+xml').send(coinImage(ticker));
    },
  );
}
