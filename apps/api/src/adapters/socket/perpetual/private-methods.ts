/** order_swap.*, position_swap.* and asset_swap.*: of the signed-in user only. */

import type { ResultOf } from '@pelican/shared/contracts';
import type { perpetualMethods } from '@pelican/shared/contracts/perpetual';
import type { LivePerpetualData } from '../../../live/index.ts';
import {
  futuresBalancesOf,
  inSeconds,
  viewAlgo,
  viewOpenPositions,
  viewOrder,
} from '../../../modules/perpetual/index.ts';
import type { Asker, Call, MethodsOf } from '../calls/call.ts';
import { invalid, readMarket, readMarkets, readPage, requireCount } from '../calls/params.ts';
import { subscriptionMethods } from '../calls/private-subscription.ts';
import type { SocketLimits } from '../connection/limits.ts';
import type { UserFeeds } from '../user-feeds.ts';
import { perpetualAsset, positionJson } from './user-feed.ts';

export interface PerpetualPrivateMethodsDeps {
  live: LivePerpetualData;
  userFeeds: UserFeeds;
  limits: SocketLimits;
}

export function perpetualPrivateMethods(
  deps: PerpetualPrivateMethodsDeps,
): Partial<MethodsOf<typeof perpetualMethods>> {
  const { live, limits, userFeeds } = deps;
  const markets = (params: unknown[]) => readMarkets(params, live.catalog(), limits.listMax);
  return {
    'order_swap.query': (call) => queryOrders(call, live),
    'position_swap.query': async (call) => {
      const { userId } = call.principal();
      const names = new Set(markets(call.params).map((market) => market.name));
      await live.waitUntilCurrent();
      const positions = viewOpenPositions(live, userId).filter(({ market }) => names.size === 0 || names.has(market));
      call.answerJson(`[${positions.map(positionJson).join(',')}]`);
    },
    'asset_swap.query': async (call) => {
      const { userId } = call.principal();
      const tickers = new Set(readAssets(call.params, live, limits.listMax).map((asset) => asset.ticker));
      await live.waitUntilCurrent();
      const own = futuresBalancesOf(live, userId).filter(({ ticker }) => tickers.size === 0 || tickers.has(ticker));
      const { seq } = live.view;
      call.answer(Object.fromEntries(own.map((balance) => [balance.ticker, { ...perpetualAsset(balance), seq }])));
    },
    ...subscriptionMethods('order_swap', userFeeds, markets),
    ...subscriptionMethods('position_swap', userFeeds, markets),
    ...subscriptionMethods('asset_swap', userFeeds, (params) => readAssets(params, live, limits.listMax)),
  };
}

/** Open orders and algos together, newest first. */
async function queryOrders(
  call: Call<ResultOf<(typeof perpetualMethods)['order_swap.query']>, Asker>,
  live: LivePerpetualData,
): Promise<void> {
  const { userId } = call.principal();
  requireCount(call.params, 3, '[market, offset, limit]');
  const [name, ...bounds] = call.params;
  const page = readPage(bounds[0], bounds[1]);
  const market = name === '' ? undefined : readMarket(name, live.catalog()).id;
  await live.waitUntilCurrent();
  const { view } = live;
  const catalog = live.catalog();
  const isMeant = (kept: { record: { market: number } }) => market === undefined || kept.record.market === market;
  const orders = view.orders.ofUser(userId).filter(isMeant);
  const algos = view.algos.ofUser(userId).filter(isMeant);
  const own = [
    ...orders.map((order) => ({ createdMs: order.record.createdMs, view: () => viewOrder(order, catalog) })),
    ...algos.map((algo) => ({ createdMs: algo.record.createdMs, view: () => viewAlgo(algo, catalog) })),
  ];
  own.sort((a, b) => b.createdMs - a.createdMs);
  const records = own.slice(page.offset, page.offset + page.limit).map((one) => inSeconds(one.view()));
  call.answer({ ...page, total: own.length, records });
}

function readAssets(params: unknown[], live: LivePerpetualData, listMax: number) {
  if (params.length > listMax) throw invalid(`at most ${listMax} assets`);
  return params.map((value) => {
    const asset = typeof value === 'string' ? live.catalog().settleAssetByTicker(value) : undefined;
    if (!asset) throw invalid(`unknown asset ${String(value).slice(0, 40)}`);
    return asset;
  });
}
