/** order.* and asset.* queries, history and subscriptions: of the signed-in user only. */
import type { spotMethods } from '@pelican/shared/contracts/spot';
import type { CatalogAsset, CatalogMarket, UnopenedAssets } from '../../../catalog/index.ts';
import { type KnownAssets, knownMarket, type SpotVenue } from '../../../live/index.ts';
import {
  findFinishedOrders,
  findTradeBalances,
  findWalletHistory,
  type SpotService,
} from '../../../modules/spot/index.ts';
import { type Principal, type PrivateReads, pageRows } from '../../../platform/http/index.ts';
import type { MethodsOf } from '../calls/call.ts';
import {
  type MarketNames,
  readAssets,
  readInteger,
  readMarket,
  readMarkets,
  readPage,
  readText,
  readTime,
  requireCount,
} from '../calls/params.ts';
import { subscriptionMethods } from '../calls/private-subscription.ts';
import type { SocketLimits } from '../connection/limits.ts';
import type { UserFeeds } from '../user-feeds.ts';

type Handlers = Partial<MethodsOf<typeof spotMethods>>;

const sides = ['', 'sell', 'buy'] as const;

export interface PrivateMethodsDeps {
  live: SpotVenue;
  privateReads: PrivateReads;
  spot: SpotService;
  unopened: UnopenedAssets;
  knownAssets: KnownAssets;
  userFeeds: UserFeeds;
  limits: SocketLimits;
}

export function privateMethods(deps: PrivateMethodsDeps): Handlers {
  return { ...orderMethods(deps), ...assetMethods(deps) };
}

/** A time bound; 0 means that there is no bound. */
function readBound(value: unknown, name: string): number | undefined {
  const time = readTime(value, name);
  return time === 0 ? undefined : time;
}

function orderMethods(deps: PrivateMethodsDeps): Handlers {
  const { live, limits, privateReads } = deps;
  /** Those that a user may name. */
  const marketsOf = ({ userId }: Principal): MarketNames<CatalogMarket> => ({
    marketByName: (name) => knownMarket(live, name, userId),
  });
  return {
    'order.query': async (call) => {
      const principal = call.principal();
      requireCount(call.params, 3, '[market, offset, limit]');
      const [name, ...bounds] = call.params;
      const page = readPage(bounds[0], bounds[1]);
      const pair = name === '' ? undefined : readMarket(name, marketsOf(principal)).name;
      const { orders, total } = await deps.spot.openOrders(principal, { pair, ...page });
      call.answer({ ...page, total, records: orders });
    },
    'order.history': async (call) => {
      const principal = call.principal();
      const { userId } = principal;
      requireCount(call.params, 6, '[market, start, end, offset, limit, side]');
      const [name, start, end, offset, limit, side] = call.params;
      const page = readPage(offset, limit);
      const filter = {
        userId,
        market: name === '' ? undefined : readMarket(name, marketsOf(principal)),
        side: sides[readInteger(side, 'side', 0, 2)] || undefined,
        start: readBound(start, 'start'),
        end: readBound(end, 'end'),
        ...page,
      };
      privateReads.queue.spend(principal, pageRows(page));
      await live.waitForOwn(userId);
      const { result, total } = await privateReads.queue.run(principal, () =>
        findFinishedOrders(privateReads.pool, filter, live.catalog()),
      );
      call.answer({ ...page, total, records: result });
    },
    ...subscriptionMethods('order', deps.userFeeds, (params, call) =>
      readMarkets(params, marketsOf(call.principal()), limits.listMax),
    ),
  };
}

function assetMethods(deps: PrivateMethodsDeps): Handlers {
  const { live, limits, privateReads } = deps;
  const { pool, queue } = privateReads;
  /** Those that a user may name. */
  const readList = (params: unknown[], reader: Principal) =>
    readAssets(params, (tickers) => deps.knownAssets(tickers, reader), limits.listMax);
  return {
    'asset.query': async (call) => {
      const principal = call.principal();
      const { userId } = principal;
      const named = call.params.length === 0 ? undefined : await readList(call.params, principal);
      await live.waitForOwn(userId);
      const balances = await queue.run(principal, () => findTradeBalances(pool, userId));
      const unopened = await deps.unopened();
      const isShown = ({ id }: CatalogAsset) => !unopened.has(id) || balances.has(id);
      const shown = named ?? live.catalog().assets.filter(isShown);
      const none = { available: '0', freeze: '0', seq: 0 };
      call.answer(Object.fromEntries(shown.map((asset) => [asset.ticker, balances.get(asset.id) ?? none])));
    },
    'asset.history': async (call) => {
      const principal = call.principal();
      const { userId } = principal;
      requireCount(call.params, 6, '[asset, business, start, end, offset, limit]');
      const [ticker, business, start, end, offset, limit] = call.params;
      const page = readPage(offset, limit);
      const filter = {
        userId,
        assetId: ticker === '' ? undefined : (await readList([ticker], principal))[0]?.id,
        business: readText(business, 'business', 31) || undefined,
        start: readBound(start, 'start'),
        end: readBound(end, 'end'),
        ...page,
      };
      queue.spend(principal, pageRows(page));
      await live.waitForOwn(userId);
      const records = await queue.run(principal, () => findWalletHistory(pool, filter, live.catalog()));
      call.answer({ ...page, records });
    },
    ...subscriptionMethods('asset', deps.userFeeds, (params, call) => readList(params, call.principal())),
  };
}
