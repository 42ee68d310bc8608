/** The live view's start: the state in Postgres, read in one snapshot, as of the settlement cursor. */

import { wireSide } from '@pelican/shared/contracts/spot';
import type { Shard } from '@pelican/shared/engine';
import { EventKind, type OrderPlaced, OrderType, Side, type TimeInForce } from '@pelican/shared/engine/spot';
import { parseLots, parsePriceTicks, parseUnits } from '@pelican/shared/money';
import type { Pool } from 'pg';
import type { Catalog, CatalogMarket } from '../../catalog/index.ts';
import { inSnapshot, type Queryable } from '../../platform/database/index.ts';
import { readCursor } from '../../shards/index.ts';
import { loadCandles } from '../boot-candles.ts';
import { MarketState } from '../market-state.ts';
import { tradesKept } from '../trade-ring.ts';
import { LiveOrder } from './live-order.ts';
import type { SpotMarketState } from './market-state.ts';

export interface BootState {
  /** Stream id of the last settled entry: the feed continues after it. */
  position: string;
  seq: number;
  markets: SpotMarketState[];
  /** Open orders, oldest first. */
  orders: LiveOrder[];
}

/** Reads cursor, open orders, candles and newest trades as they were at one moment. */
export async function loadBootState(pool: Pool, shard: Shard, catalog: Catalog): Promise<BootState> {
  return inSnapshot(pool, async (client) => {
    const { position, seq } = await readCursor(client, shard);
    const own = catalog.markets.filter(({ shardId }) => shardId === shard.id);
    const markets = new Map(own.map((market) => [market.id, new MarketState(market)]));
    await loadCandles(client, markets);
    await loadDetachedTrades(client, markets);
    for (const market of markets.values()) {
      market.bookSeq = seq;
      await loadTrades(client, market);
    }
    const orders = await loadOpenOrders(client, catalog, [...markets.keys()]);
    return { position, seq, markets: [...markets.values()], orders };
  });
}

interface TradeRow {
  id: string;
  timeMs: string;
  takerSide: number;
  price: string;
  amount: string;
}

/** The newest trade of each market in the months that are detached: a market whose trades are all in those has traded all the same. */
async function loadDetachedTrades(client: Queryable, markets: ReadonlyMap<number, SpotMarketState>): Promise<void> {
  const { rows } = await client.query<{ marketId: number; lastId: string }>(
    'SELECT market_id AS "marketId", last_id AS "lastId" FROM carried_deals WHERE market_id = ANY ($1)',
    [[...markets.keys()]],
  );
  for (const { marketId, lastId } of rows) {
    const state = markets.get(marketId);
    if (state) state.trades.newestId = Number(lastId);
  }
}

/** Only the ring: candles and day figures come from the stored candles. */
async function loadTrades(client: Queryable, state: SpotMarketState): Promise<void> {
  const { market } = state;
  const { rows } = await client.query<TradeRow>(
    `SELECT id, floor(extract(epoch FROM time) * 1000) AS "timeMs", taker_side AS "takerSide", price, amount
       FROM spot_deals WHERE market_id = $1 ORDER BY id DESC LIMIT $2`,
    [market.id, tradesKept],
  );
  for (const row of rows.reverse()) {
    const side = row.takerSide === wireSide.sell ? Side.sell : Side.buy;
    const ticks = count(parsePriceTicks(row.price, market.scale), row.price);
    state.trades.push(
      Number(row.id),
      Number(row.timeMs),
      ticks,
      count(parseLots(row.amount, market.scale), row.amount),
      side,
    );
    state.lastPrice = ticks * market.scale.priceStepUnits;
  }
}

interface OrderRow {
  id: string;
  userId: string;
  marketId: number;
  side: number;
  timeInForce: number;
  postOnly: boolean;
  source: string;
  clientId: string | null;
  price: string;
  amount: string;
  remaining: string;
  filledAmount: string;
  filledMoney: string;
  fee: string;
  gst: string;
  tds: string;
  feeAssetId: number | null;
  makerFeePpm: number;
  takerFeePpm: number;
  createdMs: string;
  updatedMs: string;
  seq: string;
}

async function loadOpenOrders(client: Queryable, catalog: Catalog, marketIds: number[]): Promise<LiveOrder[]> {
  const { rows } = await client.query<OrderRow>(
    `SELECT id, user_id AS "userId", market_id AS "marketId", side, time_in_force AS "timeInForce",
        post_only AS "postOnly", source, client_id AS "clientId", price, amount, remaining, deal_stock AS "filledAmount",
        deal_money AS "filledMoney", deal_fee AS "fee", deal_gst AS "gst", deal_tds AS "tds",
        fee_asset_id AS "feeAssetId", maker_fee_ppm AS "makerFeePpm", taker_fee_ppm AS "takerFeePpm",
        floor(extract(epoch FROM created_at) * 1000) AS "createdMs",
        floor(extract(epoch FROM updated_at) * 1000) AS "updatedMs", seq
       FROM spot_orders WHERE finished_at = 'infinity' AND status <= 2 AND market_id = ANY ($1) ORDER BY id`,
    [marketIds],
  );
  const orders: LiveOrder[] = [];
  for (const row of rows) {
    const market = catalog.marketById(row.marketId);
    if (!market) throw new Error(`open order ${row.id} is of an unknown market ${row.marketId}`);
    orders.push(toLiveOrder(row, market, catalog));
  }
  return orders;
}

function toLiveOrder(row: OrderRow, market: CatalogMarket, catalog: Catalog): LiveOrder {
  const lots = (text: string) => count(parseLots(text, market.scale), text);
  const quote = (text: string) => units(text, market.quote.scale);
  const terms: OrderPlaced = {
    kind: EventKind.orderPlaced,
    user: Number(row.userId),
    market: market.id,
    orderId: Number(row.id),
    side: row.side === wireSide.sell ? Side.sell : Side.buy,
    type: OrderType.limit,
    timeInForce: row.timeInForce as TimeInForce,
    postOnly: row.postOnly,
    amountIsQuote: false,
    priceTicks: count(parsePriceTicks(row.price, market.scale), row.price),
    amount: lots(row.amount),
    makerFeePpm: row.makerFeePpm,
    takerFeePpm: row.takerFeePpm,
    clientId: row.clientId ?? '',
    source: row.source,
  };
  const order = new LiveOrder(terms, market, Number(row.createdMs), Number(row.seq));
  const feeScale = catalog.assetById(row.feeAssetId ?? market.quote.id)?.scale ?? market.quote.scale;
  order.addFill({
    lots: lots(row.filledAmount),
    quote: quote(row.filledMoney),
    fee: units(row.fee, feeScale),
    gst: units(row.gst, feeScale),
    tds: quote(row.tds),
    feeAsset: row.feeAssetId ?? 0,
    remaining: lots(row.remaining),
  });
  order.updatedMs = Number(row.updatedMs);
  return order;
}

function count(parsed: ReturnType<typeof parseLots>, text: string): number {
  if ('problem' in parsed) throw new RangeError(`${text} in Postgres: ${parsed.problem}`);
  return parsed.count;
}

function units(text: string, scale: number): number {
  const parsed = parseUnits(text, scale);
  if ('problem' in parsed) throw new RangeError(`${text} in Postgres: ${parsed.problem}`);
  return parsed.units;
}
