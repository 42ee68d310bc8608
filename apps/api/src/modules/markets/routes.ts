/** The market list and a person's favourites. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { pairName } from '@pelican/shared/contracts/common.ts';
import * as contract from '@pelican/shared/contracts/spot.ts';
import { DomainError, errorTable } from '@pelican/shared/errors.ts';
import * as z from 'zod/mini';
import type { LivePerpetualData, SpotVenue } from '../../market-data/index.ts';
import { type Guards, principalOf } from '../../platform/guards.ts';
import { type HttpServer, plainJson } from '../../platform/http-server.ts';
import { coinImage } from './coin-image.ts';
import { namesOf, viewMarketList } from './market-list.ts';
import { addFavorite, findFavorites, findInstrumentFavorites, type ListedPair, removeFavorite } from './repository.ts';

export interface MarketRoutesDeps {
  prisma: PrismaClient;
  live: SpotVenue;
  perpetual: Pick<LivePerpetualData, 'catalog'>;
  guards: Guards;
}

const tags = ['spot'];

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
    const swaps = instruments.flatMap((id) => perpetual.catalog().instrumentById(id)?.name ?? []);
    return [...new Set([...namesOf(live.catalog(), markets), ...swaps])];
  }

  app.get(
    '/v2/market-list',
    {
      preValidation: guards.anybody,
      serializerCompiler: plainJson,
      schema: {
        tags,
        summary: 'Markets with their figures of the last 24 hours',
        description: 'Favourites are marked for who is signed in.',
        security: [{}, { accessToken: [] }],
        response: { 200: contract.marketListResponse },
      },
    },
    async (request) => {
      const favorites = request.principal ? await favoritesOf(request.principal.userId) : [];
      return viewMarketList(live, new Set(favorites), Math.floor(Date.now() / 1000));
    },
  );

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

  app.get(
    '/v2/favorites',
    {
      preValidation: guards.signedIn('read'),
      schema: { tags, summary: 'Favourite pairs', response: { 200: contract.favoritesResponse } },
    },
    async (request) => ({ result: await favoritesOf(principalOf(request).userId) }),
  );

  app.post(
    '/v2/favorites',
    {
      preValidation: guards.person,
      schema: {
        tags,
        summary: 'Add a favourite pair',
        body: contract.favoriteRequest,
        response: { 200: contract.favoritesResponse },
      },
    },
    async (request) => {
      const { userId } = principalOf(request);
      await addFavorite(prisma, userId, listed(request.body.pair));
      return { result: await favoritesOf(userId) };
    },
  );

  app.delete(
    '/v2/favorites/:pair',
    {
      preValidation: guards.person,
      schema: {
        tags,
        summary: 'Remove a favourite pair',
        params: z.object({ pair: pairName }),
        response: { 200: contract.favoritesResponse },
      },
    },
    async (request) => {
      const { userId } = principalOf(request);
      await removeFavorite(prisma, userId, listed(request.params.pair));
      return { result: await favoritesOf(userId) };
    },
  );
}
