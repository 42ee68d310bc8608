/** A spot batch into Postgres. */
import type { Shard } from '@pelican/shared/engine';
import type { Transaction } from '../../platform/database/index.ts';
import { writeCandles } from '../candles/write-candles.ts';
import { copyRows } from '../copy-rows.ts';
import type { ColumnArrays, CopyLines } from '../text.ts';
import type { AppliedTransfer } from '../transfers/applied-transfer.ts';
import type { RefusedTransfer } from '../transfers/transfer-rows.ts';
import { writeTransfers } from '../transfers/write-transfers.ts';
import { type AppliedSettings, writeSettings } from '../write-settings.ts';
import { newOrderColumns, type RenderedOrders } from './render.ts';
import { tradeColumns } from './trade-fold.ts';

/** Made while the batch before it is being written. */
export interface SpotRows extends RenderedOrders {
  trades: CopyLines;
  balances: ColumnArrays;
  candles: ColumnArrays;
  transfersApplied: AppliedTransfer[];
  transfersRefused: RefusedTransfer[];
  settings: AppliedSettings[];
}

export async function writeSpot(tx: Transaction, shard: Shard, rows: SpotRows): Promise<void> {
  await copyRows(tx, 'spot_deals', tradeColumns, rows.trades);
  await copyRows(tx, 'spot_orders', newOrderColumns, rows.newOrders);
  await runWithColumns(tx, 'settle-orders', updateOrders, rows.changedOrders);
  await runWithColumns(tx, 'settle-balances', upsertBalances, rows.balances, [shard.id]);
  await writeCandles(tx, rows.candles);
  await writeTransfers(tx, shard, rows.transfersApplied, rows.transfersRefused);
  await writeSettings(tx, shard, rows.settings);
}

async function runWithColumns(
  tx: Transaction,
  name: string,
  text: string,
  columns: ColumnArrays,
  more: number[] = [],
): Promise<void> {
  if (columns.count === 0) return;
  await tx.query({ name, text, values: [...columns.literals(), ...more] });
}

/**
 * Adds what the batch filled; fee figures count the newest fee asset only, so another asset starts them again. An order that
 * closes moves from the partition of open orders to its month's.
 */
const updateOrders = `UPDATE spot_orders o SET
    price = coalesce(c.price, o.price),
    amount = coalesce(c.amount, o.amount),
    maker_fee_ppm = coalesce(c.maker_fee_ppm, o.maker_fee_ppm),
    taker_fee_ppm = coalesce(c.taker_fee_ppm, o.taker_fee_ppm),
    remaining = c.remaining,
    deal_stock = o.deal_stock + c.stock,
    deal_money = o.deal_money + c.money,
    deal_fee = CASE WHEN c.fee_asset IS NULL OR (c.fee_asset = o.fee_asset_id AND NOT c.fee_asset_changed)
      THEN o.deal_fee + c.fee ELSE c.fee END,
    deal_gst = CASE WHEN c.fee_asset IS NULL OR (c.fee_asset = o.fee_asset_id AND NOT c.fee_asset_changed)
      THEN o.deal_gst + c.gst ELSE c.gst END,
    deal_tds = o.deal_tds + c.tds,
    fee_asset_id = coalesce(c.fee_asset, o.fee_asset_id),
    status = coalesce(c.status, o.status),
    close_reason = c.close_reason,
    updated_at = c.time,
    finished_at = CASE WHEN c.close_reason IS NULL THEN o.finished_at ELSE c.time END,
    seq = c.seq
  FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
    $8::smallint[], $9::boolean[], $10::smallint[], $11::smallint[], $12::timestamptz[], $13::bigint[],
    $14::numeric[], $15::numeric[], $16::int[], $17::int[])
    AS c(id, remaining, stock, money, fee, gst, tds, fee_asset, fee_asset_changed, status, close_reason, time, seq,
      price, amount, maker_fee_ppm, taker_fee_ppm)
  WHERE o.id = c.id AND o.finished_at = 'infinity'`;

const upsertBalances = `INSERT INTO trade_balances (user_id, asset_id, available, frozen, seq, shard_id)
  SELECT *, $6::smallint FROM unnest($1::bigint[], $2::smallint[], $3::numeric[], $4::numeric[], $5::bigint[])
  ON CONFLICT (user_id, asset_id, shard_id) DO UPDATE SET
    available = EXCLUDED.available, frozen = EXCLUDED.frozen, seq = EXCLUDED.seq`;
