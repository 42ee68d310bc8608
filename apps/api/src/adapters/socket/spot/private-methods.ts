/** order.* and asset.* queries, history and subscriptions, and notices: of the signed-in user only. */
import type { noticesMethods } from '@pelican/shared/contracts/notices/socket.ts';
import type { spotMethods } from '@pelican/shared/contracts/spot/socket.ts';
import type { Pool } from 'pg';
import type { SpotVenue } from '../../../live/index.ts';
import {
  findFinishedOrders,
  findTradeBalances,
  findWalletHistory,
  type SpotService,
} from '../../../modules/spot/index.ts';
import type { Call, MethodsOf } from '../calls/call.ts';
import { readAssets, readInteger, readMarket, readMarkets, readText, readTime, requireCount } from '../calls/params.ts';
import type { Selection } from '../connection/connection.ts';
import type { SocketLimits } from '../connection/limits.ts';
import type { UserFeeds } from '../user-feeds.ts';

type Handlers = Partial<MethodsOf<typeof spotMethods & typeof noticesMethods>>;

const limitMax = 101;
const offsetMax = 1_000_000;
const sides = ['', 'sell', 'buy'] as const;

export interface PrivateMethodsDeps {
  live: SpotVenue;
  pool: Pool;
  spot: SpotService;
  userFeeds: UserFeeds;
  limits: SocketLimits;
}

export function privateMethods(deps: PrivateMethodsDeps): Handlers {
  return { ...orderMethods(deps), ...assetMethods(deps), ...noticeMethods(deps) };
}

export function readPage(offset: unknown, limit: unknown) {
  return {
    offset: readInteger(offset, 'offset', 0, offsetMax),
    limit: readInteger(limit, 'limit', 1, limitMax),
  };
}

/** A time bound; 0 is none. */
function readBound(value: unknown, name: string): number | undefined {
  const time = readTime(value, name);
  return time === 0 ? undefined : time;
}

function orderMethods(deps: PrivateMethodsDeps): Handlers {
  const { live, limits } = deps;
  return {
    'order.query': async (call) => {
      const principal = call.principal();
      requireCount(call.params, 3, '[market, offset, limit]');
      const [name, ...bounds] = call.params;
      const page = readPage(bounds[0], bounds[1]);
      const pair = name === '' ? undefined : readMarket(name, live.catalog()).name;
      const { orders, total } = await deps.spot.openOrders(principal, { pair, ...page });
      call.answer({ ...page, total, records: orders });
    },
    'order.history': async (call) => {
      const { userId } = call.principal();
      requireCount(call.params, 6, '[market, start, end, offset, limit, side]');
      const [name, start, end, offset, limit, side] = call.params;
      const page = readPage(offset, limit);
      const filter = {
        userId,
        market: name === '' ? undefined : readMarket(name, live.catalog()),
        side: sides[readInteger(side, 'side', 0, 2)] || undefined,
        start: readBound(start, 'start'),
        end: readBound(end, 'end'),
        ...page,
      };
      await live.waitForOwn(userId);
      const { result, total } = await findFinishedOrders(deps.pool, filter, live.catalog());
      call.answer({ ...page, total, records: result });
    },
    'order.subscribe': (call) => {
      const markets = readSelection(call.params, () => readMarkets(call.params, live.catalog(), limits.listMax));
      call.connection.orderMarkets = markets;
      deps.userFeeds.update(call.connection);
      call.success();
    },
    'order.unsubscribe': (call) => {
      call.connection.orderMarkets = new Set();
      deps.userFeeds.update(call.connection);
      call.success();
    },
  };
}

export function readSelection(params: unknown[], readItems: () => { id: number }[]): Selection {
  if (params.length === 1 && params[0] === '*') return '*';
  return new Set(readItems().map((item) => item.id));
}

function assetMethods(deps: PrivateMethodsDeps): Handlers {
  const { live, limits } = deps;
  const readList = (params: unknown[]) => readAssets(params, live.catalog(), limits.listMax);
  return {
    'asset.query': async (call) => {
      const { userId } = call.principal();
      const assets = call.params.length === 0 ? live.catalog().assets : readList(call.params);
      await live.waitForOwn(userId);
      const balances = await findTradeBalances(deps.pool, userId);
      const none = { available: '0', freeze: '0', seq: 0 };
      call.answer(Object.fromEntries(assets.map((asset) => [asset.ticker, balances.get(asset.id) ?? none])));
    },
    'asset.history': async (call) => {
      const { userId } = call.principal();
      requireCount(call.params, 6, '[asset, business, start, end, offset, limit]');
      const [ticker, business, start, end, offset, limit] = call.params;
      const page = readPage(offset, limit);
      const filter = {
        userId,
        assetId: ticker === '' ? undefined : readList([ticker])[0]?.id,
        business: readText(business, 'business', 31) || undefined,
        start: readBound(start, 'start'),
        end: readBound(end, 'end'),
        ...page,
      };
      await live.waitForOwn(userId);
      call.answer({ ...page, records: await findWalletHistory(deps.pool, filter, live.catalog()) });
    },
    'asset.subscribe': (call) => {
      const assets = readSelection(call.params, () => readList(call.params));
      call.connection.assets = assets;
      deps.userFeeds.update(call.connection);
      call.success();
    },
    'asset.unsubscribe': (call) => {
      call.connection.assets = new Set();
      deps.userFeeds.update(call.connection);
      call.success();
    },
  };
}

function noticeMethods(deps: PrivateMethodsDeps): Handlers {
  const set = (notices: boolean) => (call: Call) => {
    call.connection.notices = notices;
    deps.userFeeds.update(call.connection);
    call.success();
  };
  return { 'notice.subscribe': set(true), 'notice.unsubscribe': set(false) };
}
