/** One transaction that brings a batch into Postgres together with the cursor: all of it, once, or nothing. */

import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { dealColumns } from '../fold/deal-fold.ts';
import type { WrittenBatch } from './render.ts';
import { newOrderColumns } from './render.ts';
import type { ColumnArrays, CopyLines } from './text.ts';
import { writeSettings } from './write-settings.ts';
import { writeTransfers } from './write-transfers.ts';

/** The cursor is not where this settlement left it: another one is at work, and this one must end. */
export class OtherSettlementError extends Error {}

/** @throws OtherSettlementError; any other error leaves Postgres as it was, or (connection lost) in an unknown state */
export async function writeBatch(client: Client, shard: string, batch: WrittenBatch): Promise<void> {
  await client.query('BEGIN');
  try {
    await moveCursor(client, shard, batch);
    await copyRows(client, `COPY spot_deals (${dealColumns}) FROM STDIN`, batch.deals);
    await copyRows(client, `COPY spot_orders (${newOrderColumns}) FROM STDIN`, batch.newOrders);
    await runWithColumns(client, 'settle-orders', updateOrders, batch.changedOrders);
    await runWithColumns(client, 'settle-balances', upsertBalances, batch.balances);
    await runWithColumns(client, 'settle-candles', upsertCandles, batch.candles);
    await writeTransfers(client, shard, batch.transfersApplied, batch.transfersRefused);
    await writeSettings(client, shard, batch.settings);
    await client.query('COMMIT');
  } catch (error) {
    // The transaction is gone with the connection, if that is what failed.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function moveCursor(client: Client, shard: string, batch: WrittenBatch): Promise<void> {
  const { rowCount } = await client.query({
    name: 'settle-cursor',
    text: `UPDATE settlement_cursors SET position = $3, seq = $4, updated_at = now()
      WHERE shard = $1 AND position = $2`,
    values: [shard, batch.from.position, batch.to.position, batch.to.seq],
  });
  if (rowCount === 0) {
    throw new OtherSettlementError(`the cursor of ${shard} is no longer at ${batch.from.position}`);
  }
}

async function copyRows(client: Client, statement: string, lines: CopyLines): Promise<void> {
  if (lines.count === 0) return;
  const stream = client.query(copyFrom(statement));
  stream.end(lines.bytes());
  await finished(stream);
}

async function runWithColumns(client: Client, name: string, text: string, columns: ColumnArrays): Promise<void> {
  if (columns.count === 0) return;
  await client.query({ name, text, values: columns.literals() });
}

/** Adds what the batch filled; fee figures count the newest fee asset only, so another asset starts them again. */
const updateOrders = `UPDATE spot_orders o SET
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
    finished_at = CASE WHEN c.close_reason IS NOT NULL THEN c.time END,
    seq = c.seq
  FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
    $8::smallint[], $9::boolean[], $10::smallint[], $11::smallint[], $12::timestamptz[], $13::bigint[])
    AS c(id, remaining, stock, money, fee, gst, tds, fee_asset, fee_asset_changed, status, close_reason, time, seq)
  WHERE o.id = c.id`;

const upsertBalances = `INSERT INTO trade_balances (user_id, asset_id, available, frozen, seq)
  SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::numeric[], $4::numeric[], $5::bigint[])
  ON CONFLICT (user_id, asset_id) DO UPDATE SET
    available = EXCLUDED.available, frozen = EXCLUDED.frozen, seq = EXCLUDED.seq`;

const upsertCandles = `INSERT INTO klines (market_id, "interval", open_time, open, close, high, low, volume, money)
  SELECT * FROM unnest($1::smallint[], $2::integer[], $3::integer[], $4::numeric[], $5::numeric[], $6::numeric[],
    $7::numeric[], $8::numeric[], $9::numeric[])
  ON CONFLICT (market_id, "interval", open_time) DO UPDATE SET
    close = EXCLUDED.close,
    high = greatest(klines.high, EXCLUDED.high),
    low = least(klines.low, EXCLUDED.low),
    volume = klines.volume + EXCLUDED.volume,
    money = klines.money + EXCLUDED.money,
    is_demo = false`;
