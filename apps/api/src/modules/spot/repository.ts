/** History of orders and trades, as settlement wrote it. */
import { type SpotOrder, type SpotTrade, wireSide } from '@pelican/shared/contracts/spot';
import { stripZeros } from '@pelican/shared/money';
import type { Catalog, CatalogMarket } from '../../catalog/index.ts';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { isFilled } from './order-status.ts';
import { type OrderRow, orderColumns, viewOrderRow } from './order-view.ts';

/** What part of a user's history is asked for. */
export interface HistoryFilter {
  userId: number;
  market: CatalogMarket | undefined;
  side: 'buy' | 'sell' | undefined;
  /** Unix seconds, both inclusive. */
  start: number | undefined;
  end: number | undefined;
  /** Of finished orders, as `status`. */
  source?: string | undefined;
  status?: 'filled' | 'canceled' | undefined;
  offset: number;
  limit: number;
}

interface Page<Item> {
  result: Item[];
  total: number;
}

/** Finished orders, the newest finished first. */
export async function findFinishedOrders(
  db: Queryable,
  filter: HistoryFilter,
  catalog: Catalog,
): Promise<Page<SpotOrder>> {
  const conditions = `user_id = $1 AND finished_at < 'infinity'
    AND ($2::int IS NULL OR market_id = $2) AND ($3::int IS NULL OR side = $3)
    AND ($4::float8 IS NULL OR finished_at >= to_timestamp($4)) AND ($5::float8 IS NULL OR finished_at <= to_timestamp($5))
    AND ($6::text IS NULL OR source = $6) AND ($7::boolean IS NULL OR ${isFilled} = $7)`;
  const isStatusFilled = filter.status === undefined ? null : filter.status === 'filled';
  const values = [...filterValues(filter), filter.source ?? null, isStatusFilled];
  const [page, total] = await Promise.all([
    db.query<OrderRow>(
      `SELECT ${orderColumns} FROM spot_orders WHERE ${conditions} ORDER BY finished_at DESC, id DESC OFFSET $8 LIMIT $9`,
      [...values, filter.offset, filter.limit],
    ),
    countRows(db, `SELECT FROM spot_orders WHERE ${conditions}`, values, filter),
  ]);
  return { result: page.rows.map((row) => viewOrderRow(row, catalog)), total };
}

interface TradeRow {
  id: string;
  marketId: number;
  orderId: string;
  side: number;
  takerSide: number;
  price: string;
  amount: string;
  gross: string;
  time: number;
  fee: string;
  gst: string;
  tds: string;
  feeAssetId: number;
  net: string;
}

const sideColumns = (side: 'buyer' | 'seller') => `SELECT id, market_id AS "marketId", time AS happened,
  ${side}_order_id AS "orderId", ${wireSide[side === 'buyer' ? 'buy' : 'sell']} AS side, taker_side AS "takerSide",
  price, amount, gross, extract(epoch FROM time)::float8 AS time, ${side}_fee AS fee, ${side}_gst AS gst,
  ${side}_tds AS tds, ${side}_fee_asset_id AS "feeAssetId", ${side}_net AS net FROM spot_deals`;
const sideConditions = (side: 'buyer' | 'seller') => `${side}_id = $1 AND ($2::int IS NULL OR market_id = $2)
  AND ($3::int IS NULL OR $3 = ${wireSide[side === 'buyer' ? 'buy' : 'sell']})
  AND ($4::float8 IS NULL OR time >= to_timestamp($4)) AND ($5::float8 IS NULL OR time <= to_timestamp($5))`;

/** The user's side of each trade, newest first; a trade with oneself has both. */
export async function findTrades(db: Queryable, filter: HistoryFilter, catalog: Catalog): Promise<Page<SpotTrade>> {
  const values = filterValues(filter);
  // Each side reads its own index, and no further than the page.
  const side = (name: 'buyer' | 'seller') =>
    `(${sideColumns(name)} WHERE ${sideConditions(name)} ORDER BY spot_deals.time DESC, id DESC LIMIT $6::int + $7::int)`;
  const [page, total] = await Promise.all([
    db.query<TradeRow>(
      `SELECT * FROM (${side('buyer')} UNION ALL ${side('seller')}) AS own
        ORDER BY happened DESC, "marketId", id DESC, side OFFSET $6 LIMIT $7`,
      [...values, filter.offset, filter.limit],
    ),
    countRows(
      db,
      `SELECT 1 FROM spot_deals WHERE ${sideConditions('buyer')} UNION ALL SELECT 1 FROM spot_deals WHERE ${sideConditions('seller')}`,
      values,
      filter,
    ),
  ]);
  return { result: page.rows.map((row) => viewTrade(row, catalog)), total };
}

/** An order of the user, open or finished, as settlement has it. */
export async function findOrder(
  db: Queryable,
  userId: number,
  orderId: number,
  catalog: Catalog,
): Promise<SpotOrder | undefined> {
  const { rows } = await db.query<OrderRow>(`SELECT ${orderColumns} FROM spot_orders WHERE id = $1 AND user_id = $2`, [
    orderId,
    userId,
  ]);
  return rows[0] && viewOrderRow(rows[0], catalog);
}

/**
 * The fills of an order, newest first, and the net of all of them. They lie within the life of the order, so the index by user and time leads to them.
 * @param order of the user
 */
export async function findOrderTrades(
  db: Queryable,
  order: SpotOrder,
  { userId, offset, limit }: { userId: number; offset: number; limit: number },
  catalog: Catalog,
): Promise<Page<SpotTrade> & { net: string }> {
  const own = order.side === wireSide.buy ? 'buyer' : 'seller';
  const conditions = `${own}_id = $1 AND market_id = $2 AND ${own}_order_id = $3
    AND spot_deals.time >= to_timestamp($4) AND ($5::float8 IS NULL OR spot_deals.time <= to_timestamp($5))`;
  const market = catalog.marketByName(order.market);
  const values = [userId, market?.id, order.id, order.ctime, order.ftime ?? null];
  const [page, total, sums] = await Promise.all([
    db.query<TradeRow>(
      `${sideColumns(own)} WHERE ${conditions} ORDER BY spot_deals.time DESC, id DESC OFFSET $6 LIMIT $7`,
      [...values, offset, limit],
    ),
    countRows(db, `SELECT 1 FROM spot_deals WHERE ${conditions}`, values, { offset, limit }),
    db.query<{ net: string }>(`SELECT coalesce(sum(${own}_net), 0) AS net FROM spot_deals WHERE ${conditions}`, values),
  ]);
  return { result: page.rows.map((row) => viewTrade(row, catalog)), total, net: stripZeros(sums.rows[0]?.net ?? '0') };
}

function filterValues({ userId, market, side, start, end }: HistoryFilter): unknown[] {
  return [userId, market?.id ?? null, side ? wireSide[side] : null, start ?? null, end ?? null];
}

function viewTrade(row: TradeRow, catalog: Catalog): SpotTrade {
  return {
    id: Number(row.id),
    deal_order_id: Number(row.orderId),
    market: catalog.marketById(row.marketId)?.name ?? '',
    side: row.side,
    role: row.side === row.takerSide ? 2 : 1,
    price: stripZeros(row.price),
    amount: stripZeros(row.amount),
    deal: stripZeros(row.gross),
    time: row.time,
    fee: stripZeros(row.fee),
    fee_asset: catalog.assetById(row.feeAssetId)?.ticker ?? '',
    gst: stripZeros(row.gst),
    tds: stripZeros(row.tds),
    gross_amount: stripZeros(row.gross),
    net: stripZeros(row.net),
  };
}
