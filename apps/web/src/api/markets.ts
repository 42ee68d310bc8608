/** The list of markets and the user's favourites. */
import type { MarketListItem, MarketListResponse } from '@pelican/shared/contracts/markets';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { message } from '../platform/i18n.ts';
import { notify } from '../ui/notify.ts';
import { messagesOf } from './api-error.ts';
import { call } from './call.ts';
import { marketsKey } from './query-client.ts';

export interface Markets {
  list: MarketListItem[];
  byName: Map<string, MarketListItem>;
  currencies: MarketListResponse['currenciesMap'];
  topTickers: string[];
}

/** Built once an answer, so that components can select by reference. */
export function marketsOf(response: MarketListResponse): Markets {
  const list = response.marketList.result;
  return {
    list,
    byName: new Map(list.map((market) => [market.name, market])),
    currencies: response.currenciesMap,
    topTickers: response.currenciesTopList,
  };
}

/** Every market with its 24 h figures; live prices come from `live/`. */
export const marketsQuery = queryOptions({
  queryKey: marketsKey,
  queryFn: ({ signal }) => call('GET /v2/market-list', { signal }),
  select: marketsOf,
  staleTime: 60_000,
});

function withFavorite(response: MarketListResponse, pair: string, favorite: boolean): MarketListResponse {
  const result = response.marketList.result.map((market) => (market.name === pair ? { ...market, favorite } : market));
  return { ...response, marketList: { ...response.marketList, result } };
}

/** @throws ApiError */
export function setFavorite(pair: string, favorite: boolean): Promise<unknown> {
  return favorite
    ? call('POST /v2/favorites', { body: { pair } })
    : call('DELETE /v2/favorites/:pair', { params: { pair } });
}

/** Flips a favourite at once and flips it back when the server refuses. `mutate({ pair, favorite })`. */
export function useSetFavorite() {
  const client = useQueryClient();
  const flip = (pair: string, favorite: boolean) =>
    client.setQueryData<MarketListResponse>(marketsKey, (markets) => markets && withFavorite(markets, pair, favorite));
  return useMutation({
    mutationFn: ({ pair, favorite }: { pair: string; favorite: boolean }) => setFavorite(pair, favorite),
    onMutate: async ({ pair, favorite }) => {
      // A list asked for before the flip would bring the old star back.
      await client.cancelQueries({ queryKey: marketsKey });
      flip(pair, favorite);
    },
    onError: (error, { pair, favorite }) => {
      flip(pair, !favorite);
      notify.error(messagesOf(error).join(' '), { title: message('favorites.failed') });
    },
  });
}
