/** The public methods of the perpetual venue: the common ones under its suffix, and the prices of a list of markets. */
import type { LivePerpetualData, PerpetualMarketState } from '../../../live/index.ts';
import type { Call, Methods } from '../calls/call.ts';
import { readMarkets } from '../calls/params.ts';
import { type PublicMethodsDeps, publicMethods } from '../markets/public-methods.ts';
import { MarketPricesStream } from '../streams/market-prices-stream.ts';
import { marketPricesJson, perpetualFigures } from './figures.ts';

export interface PerpetualMethodsDeps extends PublicMethodsDeps<PerpetualMarketState> {
  live: LivePerpetualData;
}

export function perpetualPublicMethods(deps: PerpetualMethodsDeps): Methods {
  const { live, limits } = deps;

  /** Ids of the markets of a list; none for all. */
  function readIds({ params }: Pick<Call, 'params'>): ReadonlySet<number> | undefined {
    if (params.length === 0) return undefined;
    return new Set(readMarkets(params, live.catalog(), limits.listMax).map((market) => market.id));
  }

  function statesOf(ids: ReadonlySet<number> | undefined): PerpetualMarketState[] {
    return [...live.view.markets()].filter((state) => ids === undefined || ids.has(state.market.id));
  }

  return {
    ...publicMethods(deps, perpetualFigures),
    'market_prices_swap.query': (call) => {
      deps.reads.spend(call, live.catalog().instruments.length);
      const entries = statesOf(readIds(call)).map((state) => `"${state.market.name}":${marketPricesJson(state)}`);
      call.answerJson(`{${entries.join(',')}}`);
    },
    'market_prices_swap.subscribe': (call) => {
      const ids = readIds(call);
      const key = ids === undefined ? 'all' : [...ids].sort((a, b) => a - b).join(' ');
      deps.reads.spend(call, ids?.size ?? live.catalog().instruments.length);
      const create = () => new MarketPricesStream(() => statesOf(ids));
      call.success();
      const { marketPrices } = deps.subscriptions.of(call.connection);
      marketPrices.add('market_prices', deps.streams.timed(`market_prices ${key}`, create), call.connection.outbound);
    },
    'market_prices_swap.unsubscribe': (call) => {
      deps.subscriptions.of(call.connection).marketPrices.dropAll(call.connection.outbound);
      call.success();
    },
  };
}
