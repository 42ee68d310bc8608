/** The export of spot trades: a row for each trade of the user, with what it cost or brought. */
import { tradesParams } from '@pelican/shared/contracts/exports';
import { stripZeros } from '@pelican/shared/money';
import type * as z from 'zod/mini';
import { declareExportKind, queryRows } from '../exports/index.ts';

/** A trade with oneself is two rows. */
const side = (name: 'buyer' | 'seller', text: 'Buy' | 'Sell') => `
  SELECT time, market_id, id, '${text}' AS side, quote_asset_id, base_asset_id, price, amount, gross, ${name}_fee AS fee, ${name}_gst AS gst,
      ${name}_tds AS tds, ${name}_fee_asset_id AS fee_asset_id, ${name}_net AS net, ${name}_order_id AS order_id
    FROM spot_deals WHERE ${name}_id = $1
      AND ($2::float8 IS NULL OR time >= to_timestamp($2)) AND ($3::float8 IS NULL OR time < to_timestamp($3))`;

const trades = `SELECT extract(epoch FROM one.time)::float8 AS time, market.name AS pair, one.side, base.ticker AS base, quote.ticker AS quote,
    one.price, one.amount, one.gross, one.fee, one.gst, fee_asset.ticker AS "feeAsset", one.tds, one.net, one.order_id AS "orderId", one.id
  FROM (${side('buyer', 'Buy')} UNION ALL ${side('seller', 'Sell')}) one
  JOIN markets market ON market.id = one.market_id
  JOIN assets base ON base.id = one.base_asset_id
  JOIN assets quote ON quote.id = one.quote_asset_id
  JOIN assets fee_asset ON fee_asset.id = one.fee_asset_id
  WHERE ($4::text IS NULL OR market.name = $4) AND ($5::text IS NULL OR one.side = initcap($5))`;

/** The parameters of `trades`. */
const valuesOf = (userId: number, { pair, side: wanted, from, to }: z.infer<typeof tradesParams>) => [
  userId,
  from ?? null,
  to ?? null,
  pair || null,
  wanted || null,
];

interface Row {
  time: number;
  pair: string;
  side: string;
  base: string;
  quote: string;
  price: string;
  amount: string;
  gross: string;
  fee: string;
  gst: string;
  feeAsset: string;
  tds: string;
  net: string;
  orderId: string;
  id: string;
}

const at = { base: 3, quote: 4, feeAsset: 10 };

export const tradesExport = declareExportKind({
  name: 'spot.trades',
  params: tradesParams,
  fileName: 'trades',
  pair: ({ pair }) => pair,
  title: ({ pair }) => (pair ? `Trades of ${pair.replace('_', '/')}` : 'Trades'),
  period: ({ from, to }) => ({ from, to }),
  notes: () => [
    'Net is what a purchase has cost, or a sale has brought, in the money of the pair. Fees in another currency are charged beside it.',
  ],
  columns: () => [
    { name: 'Time', kind: 'time', width: 1.2 },
    { name: 'Pair', kind: 'text' },
    { name: 'Side', kind: 'text', width: 0.5 },
    { name: 'Coin', kind: 'text', width: 0.6 },
    { name: 'Money', kind: 'text', width: 0.6 },
    { name: 'Price', kind: 'figure', currency: at.quote },
    { name: 'Amount', kind: 'figure', currency: at.base },
    { name: 'Gross', kind: 'figure', width: 1.2, currency: at.quote },
    { name: 'Fee', kind: 'figure', currency: at.feeAsset },
    { name: 'GST', kind: 'figure', currency: at.feeAsset },
    { name: 'Currency of fee', kind: 'text', width: 0.7 },
    { name: 'TDS', kind: 'figure', currency: at.quote },
    { name: 'Net', kind: 'figure', width: 1.2, currency: at.quote },
    { name: 'Order', kind: 'text' },
    { name: 'Trade', kind: 'text', width: 0.8 },
  ],
  async count(db, userId, params) {
    const text = `SELECT count(*)::int AS total FROM (${trades}) one`;
    const { rows } = await db.query<{ total: number }>(text, valuesOf(userId, params));
    return rows[0]?.total ?? 0;
  },
  async *rows(db, userId, params) {
    const text = `${trades} ORDER BY one.time, one.market_id, one.id, one.side`;
    for await (const row of queryRows<Row>(db, { text, values: valuesOf(userId, params) })) {
      const { price, amount, gross, fee, gst, tds, net } = row;
      yield [
        row.time,
        row.pair.replace('_', '/'),
        row.side,
        row.base,
        row.quote,
        ...[price, amount, gross, fee, gst].map(stripZeros),
        row.feeAsset,
        ...[tds, net].map(stripZeros),
        row.orderId,
        row.id,
      ];
    }
  },
});
