/** The market list and a user's favourites. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError, errorTable } from '@pelican/shared/contracts';
import { marketsEndpoints } from '@pelican/shared/contracts/markets';
import * as z from 'zod/mini';
import { type CatalogAsset, publicMarketByName, type UnopenedAssets } from '../../catalog/index.ts';
import type { LivePerpetualData, SpotVenue } from '../../live/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { Guards, HttpServer, Principal } from '../../platform/http/index.ts';
import { hot, serve } from '../../platform/http/index.ts';
import { coinImage } from './coin-image.ts';
import { namesOf, viewCurrencies, viewMarkets } from './market-list.ts';
import {
  addFavorite,
  findFavorites,
  findHeld,
  findInstrumentFavorites,
  type ListedPair,
  removeFavorite,
} from './repository.ts';

export interface MarketRoutesDeps {
  pool: Queryable;
  prisma: PrismaClient;
  live: SpotVenue;
  perpetual: Pick<LivePerpetualData, 'catalog'>;
  unopened: UnopenedAssets;
  guards: Guards;
}

export function marketRoutes(app: HttpServer, deps: MarketRoutesDeps): void {
  const { pool, prisma, live, perpetual, unopened, guards } = deps;

  /** A favourite is a pair, on every venue that has it. @throws DomainError unknown_pair */
  function listed(pair: string): ListedPair {
    const marketId = publicMarketByName(live.catalog(), pair)?.id;
    const instrumentId = perpetual.catalog().marketByName(pair)?.id;
    if (marketId === undefined && instrumentId === undefined)
      throw new DomainError('unknown_pair', { fields: { pair: [errorTable.unknown_pair.message] } });
    return { marketId, instrumentId };
  }

  /** A market that was closed since is still taken out of one's own. @throws DomainError unknown_pair */
  async function ownFavorite(userId: number, pair: string): Promise<ListedPair> {
    const market = live.catalog().marketByName(pair);
    if (market?.status !== 'closed' || !(await favoritesOf(userId)).includes(pair)) return listed(pair);
    return { marketId: market.id, instrumentId: perpetual.catalog().marketByName(pair)?.id };
  }

  async function assetsFor(principal: Principal | null): Promise<readonly CatalogAsset[]> {
    const { assets } = live.catalog();
    const hidden = await unopened();
    if (hidden.size === 0) return assets;
    const held = principal ? await findHeld(pool, principal.userId, [...hidden]) : new Set();
    return assets.filter(({ id }) => !hidden.has(id) || held.has(id));
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
      const result = viewMarkets(live, new Set(favorites), Math.floor(Date.now() / 1000));
      return { marketList: { result }, ...viewCurrencies(await assetsFor(principal)) };
    }),
    'GET /v2/favorites': async ({ principal }) => ({ result: await favoritesOf(principal.userId) }),
    'POST /v2/favorites': async ({ principal: { userId }, body }) => {
      await addFavorite(prisma, userId, listed(body.pair));
      return { result: await favoritesOf(userId) };
    },
    'DELETE /v2/favorites/:pair': async ({ principal: { userId }, params }) => {
      await removeFavorite(prisma, userId, await ownFavorite(userId, params.pair));
      return { result: await favoritesOf(userId) };
    },
  });

  app.get(
    '/coins/:file',
    { schema: { hide: true, params: z.object({ file: z.string().check(z.maxLength(32)) }) } },
    async (request, reply) => {
      const ticker = /^([a-z0-9]+)\.svg$/.exec(request.params.file)?.[1]?.toUpperCase() ?? '';
      const asset = live.catalog().assetByTicker(ticker);
      // Waited for also where there is no such coin: the time of the answer does not tell it from one that has not opened.
      const hidden = await unopened();
      if (!asset || hidden.has(asset.id)) throw new DomainError('not_found');
      reply.header('cache-control', 'public, max-age=86400');
      return reply.type('image/svg+xml').send(coinImage(ticker));
    },
  );
}
