/** The perpetual view's start: the state in Postgres, read in one snapshot, as of the settlement cursor. */

import type { ShardOf } from '@pelican/shared/engine';
import {
  EventKind,
  isBookTrade,
  type MarginMode,
  type MarketState,
  type PositionSide,
  type Side,
  type TradeKind,
} from '@pelican/shared/engine/perpetual';
import type { Pool } from 'pg';
import { type InstrumentCatalog, loadInstruments } from '../../catalog/index.ts';
import { inSnapshot, type Queryable } from '../../platform/database/index.ts';
import { readCursor } from '../../shards/index.ts';
import { loadCandles } from '../boot-candles.ts';
import { tradesKept } from '../trade-ring.ts';
import { PerpetualMarketState } from './market-state.ts';
import {
  type AccountRecord,
  type KeptAlgo,
  type KeptOrder,
  type KeptPosition,
  openAlgoStates,
  openOrderStates,
} from './records.ts';
import {
  type AlgoRow,
  algoColumns,
  algoOfRow,
  lotsOf,
  moneyOf,
  type OrderRow,
  orderColumns,
  orderOfRow,
  type PositionRow,
  positionColumns,
  positionOfRow,
  ticksOf,
} from './rows.ts';

export interface LeverageRow {
  userId: number;
  market: number;
  mode: MarginMode;
  position: PositionSide;
  leverage: number;
}

export interface PerpetualBootState {
  catalog: InstrumentCatalog;
  /** Stream id of the last settled entry: the feed continues after it. */
  position: string;
  seq: number;
  markets: PerpetualMarketState[];
  /** Open ones, oldest first. */
  orders: KeptOrder[];
  algos: KeptAlgo[];
  positions: KeptPosition[];
  accounts: { record: AccountRecord; seq: number }[];
  leverages: LeverageRow[];
}

/** Reads everything as it was at one moment. */
export async function loadPerpetualBootState(pool: Pool, shard: ShardOf<'perpetual'>): Promise<PerpetualBootState> {
  return inSnapshot(pool, (client) => readState(client, shard));
}

async function readState(client: Queryable, shard: ShardOf<'perpetual'>): Promise<PerpetualBootState> {
  const { position, seq } = await readCursor(client, shard);
  const catalog = await loadInstruments(client, shard);
  const markets = new Map(catalog.instruments.map((one) => [one.id, new PerpetualMarketState(one)]));
  const own = [...markets.keys()];
  await loadCandles(client, markets);
  await loadPrices(client, markets);
  for (const state of markets.values()) {
    state.bookSeq = seq;
    await loadTrades(client, state);
  }
  const orders = await client.query<OrderRow>(
    `SELECT ${orderColumns} FROM perpetual_orders WHERE state = ANY($1) AND market_id = ANY($2) ORDER BY id`,
    [openOrderStates, own],
  );
  const algos = await client.query<AlgoRow>(
    `SELECT ${algoColumns} FROM perpetual_algos WHERE state = ANY($1) AND market_id = ANY($2) ORDER BY id`,
    [openAlgoStates, own],
  );
  const positions = await client.query<PositionRow>(
    `SELECT ${positionColumns} FROM perpetual_positions WHERE size > 0 AND market_id = ANY($1) ORDER BY id`,
    [own],
  );
  const leverages = await client.query<Omit<LeverageRow, 'userId'> & { userId: string }>(
    `SELECT user_id AS "userId", market_id AS market, mode, position, leverage FROM perpetual_leverages
      WHERE market_id = ANY($1)`,
    [own],
  );
  return {
    catalog,
    position,
    seq,
    markets: [...markets.values()],
    orders: orders.rows.map((row) => orderOfRow(row, catalog)),
    algos: algos.rows.map((row) => algoOfRow(row, catalog)),
    positions: positions.rows.map((row) => positionOfRow(row, catalog)),
    accounts: await loadAccounts(client, shard),
    leverages: leverages.rows.map((row) => ({ ...row, userId: Number(row.userId) })),
  };
}

interface AccountRow {
  userId: string;
  cash: string;
  crossFreeze: string;
  isolatedFreeze: string;
  seq: string;
}

async function loadAccounts(client: Queryable, shard: ShardOf<'perpetual'>): Promise<PerpetualBootState['accounts']> {
  const { rows } = await client.query<AccountRow>(
    `SELECT user_id AS "userId", cash, cross_freeze AS "crossFreeze", isolated_freeze AS "isolatedFreeze", seq
       FROM perpetual_accounts WHERE shard_id = $1`,
    [shard.id],
  );
  return rows.map((row) => ({
    record: {
      kind: EventKind.accountChanged,
      user: Number(row.userId),
      cash: moneyOf(row.cash),
      crossFreeze: moneyOf(row.crossFreeze),
      isolatedFreeze: moneyOf(row.isolatedFreeze),
    },
    seq: Number(row.seq),
  }));
}

interface PricesRow {
  marketId: number;
  state: MarketState;
  indexPrice: string;
  markPrice: string;
  maxBuyPrice: string;
  minSellPrice: string;
  openInterest: string;
  isLocked: boolean;
  fundingRate: string;
  fundingMs: string | null;
  nextRate: string;
  nextMs: string | null;
  updatedMs: string;
}

async function loadPrices(client: Queryable, markets: ReadonlyMap<number, PerpetualMarketState>): Promise<void> {
  const { rows } = await client.query<PricesRow>(
    `SELECT market_id AS "marketId", state, index_price AS "indexPrice", mark_price AS "markPrice",
        max_buy_price AS "maxBuyPrice", min_sell_price AS "minSellPrice", open_interest AS "openInterest",
        is_locked AS "isLocked", funding_rate AS "fundingRate", next_rate AS "nextRate",
        floor(extract(epoch FROM funding_time) * 1000) AS "fundingMs",
        floor(extract(epoch FROM next_time) * 1000) AS "nextMs",
        floor(extract(epoch FROM updated_at) * 1000) AS "updatedMs"
       FROM perpetual_market_state`,
  );
  for (const row of rows) {
    const state = markets.get(row.marketId);
    if (!state) continue;
    state.status = row.state;
    state.indexTicks = ticksOf(row.indexPrice, state.market);
    state.markTicks = ticksOf(row.markPrice, state.market);
    state.maxBuyTicks = ticksOf(row.maxBuyPrice, state.market);
    state.minSellTicks = ticksOf(row.minSellPrice, state.market);
    state.openInterestLots = lotsOf(row.openInterest, state.market);
    state.pricedMs = Number(row.updatedMs);
    state.fundingMs = Number(row.updatedMs);
    state.funding = {
      isLocked: row.isLocked,
      currentRate: Number(moneyOf(row.fundingRate)),
      currentTimeMs: Number(row.fundingMs ?? 0),
      nextRate: Number(moneyOf(row.nextRate)),
      nextTimeMs: Number(row.nextMs ?? 0),
    };
  }
}

interface TradeRow {
  id: string;
  timeMs: string;
  kind: TradeKind;
  takerSide: Side;
  price: string;
  size: string;
}

/** Only the ring: candles and day figures come from the stored candles. */
async function loadTrades(client: Queryable, state: PerpetualMarketState): Promise<void> {
  const { market } = state;
  const { rows } = await client.query<TradeRow>(
    `SELECT id, floor(extract(epoch FROM time) * 1000) AS "timeMs", kind, taker_side AS "takerSide", price, size
       FROM perpetual_deals WHERE market_id = $1 ORDER BY id DESC LIMIT $2`,
    [market.id, tradesKept],
  );
  for (const row of rows.reverse()) {
    if (!isBookTrade(row.kind)) continue;
    const ticks = ticksOf(row.price, market);
    state.trades.push(Number(row.id), Number(row.timeMs), ticks, lotsOf(row.size, market), row.takerSide);
    state.lastPrice = ticks * market.scale.priceStepUnits;
  }
}
