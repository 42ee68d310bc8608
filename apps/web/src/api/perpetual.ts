/** Perpetuals: instruments, orders, positions, leverage and histories. Times on the wire are milliseconds. */

import type {
  AmendAlgoRequest,
  AmendOrderRequest,
  CancelAllResponse,
  ClosePositionResponse,
  Instrument,
  marginAdjustmentRequest,
  OpenPosition,
  PerpetualListItem,
  PerpetualOrder,
  PlaceRequest,
  quizResponse,
  SetLeverageResponse,
  setLeverageRequest,
} from '@pelican/shared/contracts/perpetual';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { message } from '../platform/i18n.ts';
import { notify } from '../ui/notify.ts';
import { messagesOf } from './api-error.ts';
import { call } from './call.ts';
import { setFavorite } from './markets.ts';
import { marketsKey, privateKey } from './query-client.ts';
import type { Page } from './spot.ts';

type Mode = OpenPosition['mode'];
type PositionSide = OpenPosition['position'];
type MarginAdjustment = z.infer<typeof marginAdjustmentRequest>;
type SetLeverageRequest = z.infer<typeof setLeverageRequest>;
type QuizResponse = z.infer<typeof quizResponse>;

/** Prefixes for `invalidateQueries` after an order, a fill or a transfer. */
export const perpetualKeys = {
  /** Below the markets' key, so that a change of session asks for the favourites anew. */
  markets: [...marketsKey, 'perpetual'] as const,
  instruments: ['perpetual', 'instruments'] as const,
  leverages: [privateKey, 'perpetual', 'leverages'] as const,
  maxAmounts: [privateKey, 'perpetual', 'max-amounts'] as const,
  positions: [privateKey, 'perpetual', 'positions'] as const,
  orders: [privateKey, 'perpetual', 'orders'] as const,
  positionHistory: [privateKey, 'perpetual', 'position-history'] as const,
  fundingPayments: [privateKey, 'perpetual', 'funding-payments'] as const,
  liquidations: [privateKey, 'perpetual', 'liquidations'] as const,
  balances: [privateKey, 'perpetual', 'balances'] as const,
  quiz: [privateKey, 'perpetual', 'quiz'] as const,
};

interface Listed<Item> {
  list: Item[];
  byName: Map<string, Item>;
}

function instrumentsOf({ result }: { result: Instrument[] }): Listed<Instrument> {
  return { list: result, byName: new Map(result.map((instrument) => [instrument.market, instrument])) };
}

/** Every listed perpetual with its sizes, fees, tiers, status and price band. */
export const instrumentsQuery = queryOptions({
  queryKey: perpetualKeys.instruments,
  queryFn: ({ signal }) => call('GET /v3/derivatives/instruments', { signal }),
  select: instrumentsOf,
  staleTime: 60_000,
});

function perpetualMarketsOf({ result }: { result: PerpetualListItem[] }): Listed<PerpetualListItem> {
  return { list: result, byName: new Map(result.map((market) => [market.name, market])) };
}

/** The list of perpetual markets with their figures of the moment; live ones come from `live/`. */
export const perpetualMarketsQuery = queryOptions({
  queryKey: perpetualKeys.markets,
  queryFn: ({ signal }) => call('GET /v3/derivatives/markets', { signal }),
  select: perpetualMarketsOf,
  staleTime: 60_000,
});

/** Flips a perpetual's favourite at once and flips it back when the server refuses. `mutate({ pair, favorite })`. */
export function useSetPerpetualFavorite() {
  const client = useQueryClient();
  const flip = (pair: string, favorite: boolean) =>
    client.setQueryData<{ result: PerpetualListItem[] }>(
      perpetualKeys.markets,
      (markets) =>
        markets && {
          result: markets.result.map((market) => (market.name === pair ? { ...market, favorite } : market)),
        },
    );
  return useMutation({
    mutationFn: ({ pair, favorite }: { pair: string; favorite: boolean }) => setFavorite(pair, favorite),
    onMutate: async ({ pair, favorite }) => {
      await client.cancelQueries({ queryKey: perpetualKeys.markets });
      flip(pair, favorite);
    },
    onError: (error, { pair, favorite }) => {
      flip(pair, !favorite);
      notify.error(messagesOf(error).join(' '), { title: message('favorites.failed') });
    },
  });
}

/** Leverages of a market, or of all: by market, cross and isolated per side. Defaults are 3. */
export function leveragesQuery(market = '') {
  return queryOptions({
    queryKey: [...perpetualKeys.leverages, market],
    queryFn: ({ signal }) => call('GET /v3/get-leverages', { query: { market }, signal }),
    select: ({ result }) => result,
  });
}

/** @param request with `dry_run` it answers what would change, and changes nothing @throws ApiError */
export function setLeverage(request: SetLeverageRequest): Promise<SetLeverageResponse> {
  return call('POST /v3/set-leverage', { body: request });
}

/** The largest sizes that would be accepted now, in contracts and coins. */
export function maxAmountsQuery(pair: string, tradeMode: Mode) {
  return queryOptions({
    queryKey: [...perpetualKeys.maxAmounts, pair, tradeMode],
    queryFn: ({ signal }) => call('GET /v3/get-max-amounts', { query: { pair, tradeMode }, signal }),
    staleTime: 0,
  });
}

/**
 * Places an order or an algo.
 * @param idempotencyKey becomes the order's client_id unless the request has one
 * @throws ApiError
 */
export function placeOrder(request: PlaceRequest, idempotencyKey: string): Promise<PerpetualOrder> {
  return call('POST /v3/order', { body: { client_id: idempotencyKey, source: 'web', ...request } });
}

/** @throws ApiError */
export function amendOrder(request: AmendOrderRequest): Promise<PerpetualOrder> {
  return call('POST /v3/order/modify', { body: request });
}

/** @throws ApiError */
export function amendAlgo(request: AmendAlgoRequest): Promise<PerpetualOrder> {
  return call('POST /v3/algo-order/modify', { body: request });
}

/** @throws ApiError */
export function cancelOrder(order: { market: string; order_id: number }): Promise<PerpetualOrder> {
  return call('POST /v3/order/cancel', { body: order });
}

/** @throws ApiError */
export function cancelAlgo(algo: { market: string; algo_id: number }): Promise<PerpetualOrder> {
  return call('POST /v3/algo-order/cancel', { body: algo });
}

interface CancelAllTarget {
  /** '' for every market. */
  market?: string;
  /** Up to ten. */
  ids?: number[];
}

/** Takes back up to ten orders; call again while `remaining` is above zero. @throws ApiError */
export function cancelAllOrders(target: CancelAllTarget = {}): Promise<CancelAllResponse> {
  return call('POST /v3/order/cancel-all', { body: target });
}

/** As `cancelAllOrders`, of algos. @throws ApiError */
export function cancelAllAlgos(target: CancelAllTarget = {}): Promise<CancelAllResponse> {
  return call('POST /v3/algo-order/cancel-all', { body: target });
}

/** Closes a whole position at market. @throws ApiError */
export function closePosition(target: {
  market: string;
  mode: Mode;
  position: PositionSide;
}): Promise<ClosePositionResponse> {
  return call('POST /v3/close-position', { body: target });
}

/** Moves money between the futures wallet and an isolated position. @throws ApiError */
export function adjustMargin(request: MarginAdjustment): Promise<OpenPosition> {
  return call('POST /v3/profile/margin-balance-adjustment', { body: request });
}

export type RecordsFilter = {
  /** Empty or absent: every market. */
  market?: string;
  offset?: number;
  limit?: number;
};

export type OrdersFilter = RecordsFilter & {
  /** A comma-separated list of states; empty: all. */
  status?: string;
  filter?: '' | 'algo';
};

function historyOf<Item, Filter extends RecordsFilter>(
  key: readonly unknown[],
  load: (query: Filter, signal: AbortSignal) => Promise<Page<Item>>,
) {
  return (filter: Filter) =>
    queryOptions({
      queryKey: [...key, filter],
      queryFn: ({ signal }) => load(filter, signal),
      placeholderData: keepPreviousData,
    });
}

/** Orders and algos, newest first. */
export const ordersHistoryQuery = historyOf(perpetualKeys.orders, (query: OrdersFilter, signal) =>
  call('GET /v3/history-perpetual', { query, signal }),
);
/** One row for each closed position, newest first. */
export const positionHistoryQuery = historyOf(perpetualKeys.positionHistory, (query: RecordsFilter, signal) =>
  call('GET /v3/position-history', { query, signal }),
);
/** What positions paid or received, newest first. */
export const fundingPaymentsQuery = historyOf(perpetualKeys.fundingPayments, (query: RecordsFilter, signal) =>
  call('GET /v3/funding-payments', { query, signal }),
);
/** Receipts of liquidation and deleveraging, newest first. */
export const liquidationsQuery = historyOf(perpetualKeys.liquidations, (query: RecordsFilter, signal) =>
  call('GET /v3/liquidations', { query, signal }),
);
export const futuresBalancesQuery = queryOptions({
  queryKey: perpetualKeys.balances,
  queryFn: ({ signal }) => call('GET /v3/profile/futures-balance', { signal }),
  select: ({ result }) => result,
});

/** The five questions, and whether this user has passed. */
export const quizQuery = queryOptions({
  queryKey: perpetualKeys.quiz,
  queryFn: ({ signal }) => call('GET /v3/futures-quiz', { signal }),
  staleTime: 60_000,
});

/** @param answers index of the chosen answer by the question's id */
export function answerQuiz(answers: Record<string, number>): Promise<QuizResponse> {
  return call('POST /v3/futures-quiz', { body: { answers } });
}
