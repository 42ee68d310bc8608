/** A perpetual batch into Postgres. */
import type { Shard } from '@pelican/shared/engine';
import { type NewNotice, writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { writeCandles } from '../candles/write-candles.ts';
import type { ColumnArrays } from '../text.ts';
import type { AppliedTransfer } from '../transfers/applied-transfer.ts';
import type { RefusedTransfer } from '../transfers/transfer-rows.ts';
import { writeTransfers } from '../transfers/write-transfers.ts';
import { type AppliedSettings, writeSettings } from '../write-settings.ts';
import type { Row } from './row.ts';
import { type EventTable, insertRows, type SnapshotTable, upsertRows } from './tables.ts';

export interface PerpetualRows {
  snapshots: Map<SnapshotTable, Row[]>;
  events: Map<EventTable, Row[]>;
  /** Both parts of a market's state; a batch may have one without the other. */
  priced: Row[];
  funding: Row[];
  candles: ColumnArrays;
  transfersApplied: AppliedTransfer[];
  transfersRefused: RefusedTransfer[];
  settings: AppliedSettings[];
  notices: NewNotice[];
}

export async function writePerpetual(tx: Transaction, shard: Shard, batch: PerpetualRows): Promise<void> {
  for (const [table, rows] of batch.events) await insertRows(tx, shard, table, rows);
  for (const [table, rows] of batch.snapshots) await upsertRows(tx, shard, table, rows);
  await upsertRows(tx, shard, 'perpetual_market_state', batch.priced);
  await upsertRows(tx, shard, 'perpetual_market_state', batch.funding);
  await writeCandles(tx, batch.candles);
  await writeTransfers(tx, shard, batch.transfersApplied, batch.transfersRefused);
  await writeSettings(tx, shard, batch.settings);
  await writeNotices(tx, batch.notices);
}
