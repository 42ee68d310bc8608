/** The exports of perpetuals: fills, and funding. */
import { perpetualParams } from '@pelican/shared/contracts/exports';
import { Side, TradeKind } from '@pelican/shared/engine/perpetual';
import { stripZeros } from '@pelican/shared/money';
import { declareExportKind, queryRows } from '../exports/index.ts';
import { sideNames } from './wire-names.ts';

const kindNames: Record<TradeKind, string> = {
  [TradeKind.book]: 'Trade',
  [TradeKind.liquidation]: 'Liquidation',
  [TradeKind.fund]: 'Insurance fund',
  [TradeKind.netting]: 'Netting',
  [TradeKind.takeover]: 'Takeover',
  [TradeKind.deleveraging]: 'Deleveraging',
};

const inPeriod = '($2::float8 IS NULL OR time >= to_timestamp($2)) AND ($3::float8 IS NULL OR time < to_timestamp($3))';
const ofSide = (name: 'taker' | 'maker') => `
  SELECT time, market_id, id, kind, '${name}' AS role, taker_side, price, size, amount, notional, ${name}_fee AS fee, ${name}_pnl AS pnl,
      ${name}_order_id AS order_id FROM perpetual_deals WHERE ${name}_id = $1 AND ${inPeriod}`;

interface Fill {
  time: number;
  market: string;
  ticker: string;
  id: string;
  kind: TradeKind;
  role: 'taker' | 'maker';
  takerSide: Side;
  price: string;
  size: string;
  amount: string;
  notional: string;
  fee: string;
  pnl: string;
  orderId: string | null;
}

/** Places of the columns with the currency of the figures. */
const fillCurrencyAt = 5;
const fundingCurrencyAt = 2;

export const perpetualFillsExport = declareExportKind({
  name: 'perpetual.fills',
  params: perpetualParams,
  fileName: 'perpetual-fills',
  title: () => 'Perpetual fills',
  period: ({ from, to }) => ({ from, to }),
  columns: () => [
    { name: 'Time', kind: 'time', width: 1.2 },
    { name: 'Market', kind: 'text' },
    { name: 'Kind', kind: 'text', width: 0.8 },
    { name: 'Side', kind: 'text', width: 0.5 },
    { name: 'Role', kind: 'text', width: 0.5 },
    { name: 'Currency', kind: 'text', width: 0.7 },
    { name: 'Price', kind: 'figure', currency: fillCurrencyAt },
    { name: 'Contracts', kind: 'figure' },
    { name: 'Coins', kind: 'figure' },
    { name: 'Value', kind: 'figure', currency: fillCurrencyAt },
    { name: 'Fee', kind: 'figure', currency: fillCurrencyAt },
    { name: 'Realised profit', kind: 'figure', currency: fillCurrencyAt },
    { name: 'Order', kind: 'text' },
    { name: 'Fill', kind: 'text', width: 0.7 },
  ],
  async *rows(db, userId, { from, to }) {
    const text = `SELECT extract(epoch FROM fill.time)::float8 AS time, instrument.name AS market, asset.ticker, fill.id, fill.kind, fill.role,
        fill.taker_side AS "takerSide", fill.price, fill.size, fill.amount, fill.notional, fill.fee, fill.pnl, fill.order_id AS "orderId"
      FROM (${ofSide('taker')} UNION ALL ${ofSide('maker')}) fill
      JOIN instruments instrument ON instrument.id = fill.market_id JOIN assets asset ON asset.id = instrument.settle_asset_id
      ORDER BY fill.time, fill.market_id, fill.id, fill.role`;
    for await (const fill of queryRows<Fill>(db, { text, values: [userId, from ?? null, to ?? null] })) {
      const { role, takerSide, price, size, amount, notional, fee, pnl } = fill;
      const makerSide = takerSide === Side.buy ? Side.sell : Side.buy;
      yield [
        fill.time,
        fill.market,
        kindNames[fill.kind],
        sideNames[role === 'taker' ? takerSide : makerSide],
        role,
        fill.ticker,
        ...[price, size, amount, notional, fee, pnl].map(stripZeros),
        fill.orderId,
        fill.id,
      ];
    }
  },
});

interface Funding {
  time: number;
  market: string;
  ticker: string;
  rate: string;
  size: string;
  notional: string;
  amount: string;
  positionId: string;
}

export const perpetualFundingExport = declareExportKind({
  name: 'perpetual.funding',
  params: perpetualParams,
  fileName: 'perpetual-funding',
  title: () => 'Perpetual funding',
  period: ({ from, to }) => ({ from, to }),
  notes: () => ['Above zero was received, below zero was paid.'],
  columns: () => [
    { name: 'Time', kind: 'time' },
    { name: 'Market', kind: 'text' },
    { name: 'Currency', kind: 'text', width: 0.7 },
    { name: 'Rate', kind: 'figure' },
    { name: 'Contracts', kind: 'figure' },
    { name: 'Value', kind: 'figure', currency: fundingCurrencyAt },
    { name: 'Funding', kind: 'figure', currency: fundingCurrencyAt },
    { name: 'Position', kind: 'text' },
  ],
  async *rows(db, userId, { from, to }) {
    const text = `SELECT extract(epoch FROM payment.time)::float8 AS time, instrument.name AS market, asset.ticker, payment.rate, payment.size,
        payment.notional, payment.amount, payment.position_id AS "positionId"
      FROM perpetual_funding_payments payment
      JOIN instruments instrument ON instrument.id = payment.market_id JOIN assets asset ON asset.id = instrument.settle_asset_id
      WHERE payment.user_id = $1 AND ${inPeriod} ORDER BY payment.time, payment.seq, payment.index`;
    for await (const row of queryRows<Funding>(db, { text, values: [userId, from ?? null, to ?? null] })) {
      const { time, market, ticker, rate, size, notional, amount, positionId } = row;
      yield [time, market, ticker, ...[rate, size, notional, amount].map(stripZeros), positionId];
    }
  },
});
