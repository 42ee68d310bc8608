/** The export of spot orders, open and finished: a row for each order of the user, with what was filled and charged. */
import { ordersParams } from '@pelican/shared/contracts/exports';
import { stripZeros } from '@pelican/shared/money';
import type * as z from 'zod/mini';
import { declareExportKind, queryRows } from '../exports/index.ts';
import { wireStatus } from './order-status.ts';

type Params = z.infer<typeof ordersParams>;

/** Open orders are of the time when they were placed, finished ones of their end, as in the lists of both. */
const orders = `SELECT extract(epoch FROM one.created_at)::float8 AS "placedAt", one.id,
    CASE WHEN one.is_open THEN NULL ELSE extract(epoch FROM one.finished_at)::float8 END AS "finishedAt", market.name AS pair,
    CASE one.side WHEN 2 THEN 'Buy' ELSE 'Sell' END AS side, CASE one.type WHEN 2 THEN 'Market' ELSE 'Limit' END AS type,
    one.source, one.wire_status AS status, nullif(one.price, 0) AS price,
    one.amount, CASE WHEN one.amount_is_quote THEN quote.ticker ELSE base.ticker END AS "amountOf",
    one.deal_stock AS filled, base.ticker AS base, one.deal_money AS gross, quote.ticker AS quote, one.deal_fee AS fee,
    one.deal_gst AS gst, coalesce(fee_asset.ticker, quote.ticker) AS "feeAsset", one.deal_tds AS tds, one.client_id AS "clientId"
  FROM (SELECT *, finished_at = 'infinity' AS is_open, ${wireStatus} AS wire_status FROM spot_orders WHERE user_id = $1) one
  JOIN markets market ON market.id = one.market_id
  JOIN assets base ON base.id = market.base_asset_id
  JOIN assets quote ON quote.id = market.quote_asset_id
  LEFT JOIN assets fee_asset ON fee_asset.id = one.fee_asset_id
  WHERE CASE WHEN one.is_open
      THEN ($2::float8 IS NULL OR one.created_at >= to_timestamp($2)) AND ($3::float8 IS NULL OR one.created_at < to_timestamp($3))
      ELSE ($2::float8 IS NULL OR one.finished_at >= to_timestamp($2)) AND ($3::float8 IS NULL OR one.finished_at < to_timestamp($3)) END
    AND ($4::boolean IS NULL OR one.is_open = $4) AND ($5::text IS NULL OR market.name = $5)
    AND ($6::int IS NULL OR one.side = $6) AND ($7::text IS NULL OR one.source = $7) AND ($8::text IS NULL OR one.wire_status = $8)`;

interface Row {
  placedAt: number;
  finishedAt: number | null;
  id: string;
  pair: string;
  side: string;
  type: string;
  source: string;
  status: string;
  price: string | null;
  amount: string;
  amountOf: string;
  filled: string;
  base: string;
  gross: string;
  quote: string;
  fee: string;
  gst: string;
  feeAsset: string;
  tds: string;
  clientId: string | null;
}

const statusTexts: Record<string, string> = {
  open: 'Open',
  partially_filled: 'Partly filled',
  filled: 'Filled',
  canceled: 'Cancelled',
};
const titles = { open: 'Open orders', finished: 'Finished orders', '': 'Orders' };
const at = { amountOf: 9, base: 11, quote: 13, feeAsset: 16 };

function valuesOf(userId: number, { from, to, state, pair, side, source, status }: Params): unknown[] {
  const isOpen = state ? state === 'open' : null;
  const wireCode = side ? { buy: 2, sell: 1 }[side] : null;
  return [userId, from ?? null, to ?? null, isOpen, pair || null, wireCode, source || null, status || null];
}

export const ordersExport = declareExportKind({
  name: 'spot.orders',
  params: ordersParams,
  fileName: 'orders',
  pair: ({ pair }) => pair,
  title: ({ state, pair }) => `${titles[state ?? '']}${pair ? ` of ${pair.replace('_', '/')}` : ''}`,
  period: ({ from, to }) => ({ from, to }),
  notes: () => [
    'Finished orders are of the period in which they ended, open ones of the period in which they were placed.',
    'Value is price times amount of what was filled; fee, GST and TDS are charged beside it.',
  ],
  columns: () => [
    { name: 'Placed', kind: 'time', width: 1.2 },
    { name: 'Finished', kind: 'time', width: 1.2 },
    { name: 'Pair', kind: 'text' },
    { name: 'Side', kind: 'text', width: 0.5 },
    { name: 'Type', kind: 'text', width: 0.6 },
    { name: 'Source', kind: 'text', width: 0.7 },
    { name: 'Status', kind: 'text', width: 0.8 },
    { name: 'Price', kind: 'figure', currency: at.quote },
    { name: 'Amount', kind: 'figure', currency: at.amountOf },
    { name: 'Amount in', kind: 'text', width: 0.6 },
    { name: 'Filled', kind: 'figure', currency: at.base },
    { name: 'Coin', kind: 'text', width: 0.6 },
    { name: 'Value', kind: 'figure', width: 1.2, currency: at.quote },
    { name: 'Money', kind: 'text', width: 0.6 },
    { name: 'Fee', kind: 'figure', currency: at.feeAsset },
    { name: 'GST', kind: 'figure', currency: at.feeAsset },
    { name: 'Currency of fee', kind: 'text', width: 0.7 },
    { name: 'TDS', kind: 'figure', currency: at.quote },
    { name: 'Order', kind: 'text' },
    { name: 'Client id', kind: 'text' },
  ],
  async count(db, userId, params) {
    const { rows } = await db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (${orders}) one`,
      valuesOf(userId, params),
    );
    return rows[0]?.total ?? 0;
  },
  async *rows(db, userId, params) {
    const text = `${orders} ORDER BY one.created_at, one.id`;
    for await (const row of queryRows<Row>(db, { text, values: valuesOf(userId, params) })) {
      const { fee, gst } = row;
      yield [
        row.placedAt,
        row.finishedAt,
        row.pair.replace('_', '/'),
        row.side,
        row.type,
        row.source,
        statusTexts[row.status] ?? row.status,
        row.price === null ? null : stripZeros(row.price),
        stripZeros(row.amount),
        row.amountOf,
        stripZeros(row.filled),
        row.base,
        stripZeros(row.gross),
        row.quote,
        stripZeros(fee),
        stripZeros(gst),
        row.feeAsset,
        stripZeros(row.tds),
        row.id,
        row.clientId,
      ];
    }
  },
});
