/** Rows into the perpetual shard's tables: one statement a table and batch, in which Postgres reads the rows as JSON. */
import type { Shard } from '@pelican/shared/engine';
import type { Transaction } from '../../platform/database/index.ts';
import type { Row } from './row.ts';

/** Tables of state: the newest row of a key replaces the one before it. */
const snapshotTables = {
  // Partitioned by the month of creation.
  perpetual_orders: ['id', 'created_at'],
  perpetual_algos: ['id', 'created_at'],
  perpetual_positions: ['id'],
  perpetual_accounts: ['user_id', 'shard_id'],
  perpetual_leverages: ['user_id', 'market_id', 'mode', 'position'],
  perpetual_fund_lots: ['market_id', 'id'],
  perpetual_market_state: ['market_id'],
} as const;
export type SnapshotTable = keyof typeof snapshotTables;

/** Tables of events, whose rows never change. The cursor prevents a repeated event; the tables' keys refuse one. */
export type EventTable =
  | 'perpetual_deals'
  | 'perpetual_cash_moves'
  | 'perpetual_funding_rates'
  | 'perpetual_funding_payments'
  | 'perpetual_liquidations'
  | 'perpetual_deleveragings'
  | 'perpetual_fund_moves';

/** Their keys could come from any shard of the kind; the others' are a market's, or ids that no two shards give. */
const tablesWithShard: ReadonlySet<SnapshotTable | EventTable> = new Set([
  'perpetual_accounts',
  'perpetual_cash_moves',
  'perpetual_funding_payments',
  'perpetual_liquidations',
  'perpetual_deleveragings',
  'perpetual_fund_moves',
]);

/** Writes rows of different keys; all rows must have the same columns. */
export async function upsertRows(tx: Transaction, shard: Shard, table: SnapshotTable, rows: Row[]): Promise<void> {
  const keys: readonly string[] = snapshotTables[table];
  const changed = columnsOf(rows).filter((column) => !keys.includes(column));
  await insert(
    tx,
    shard,
    table,
    rows,
    ` ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changed.map((column) => `${quoted(column)} = EXCLUDED.${quoted(column)}`).join(', ')}`,
  );
}

/** Appends rows; all must have the same columns. */
export async function insertRows(tx: Transaction, shard: Shard, table: EventTable, rows: Row[]): Promise<void> {
  await insert(tx, shard, table, rows, '');
}

async function insert(
  tx: Transaction,
  shard: Shard,
  table: SnapshotTable | EventTable,
  rows: Row[],
  onConflict: string,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = columnsOf(rows);
  const list = columns.map(quoted).join(', ');
  const hasShard = tablesWithShard.has(table);
  await tx.query({
    name: `settle-${table}-${columns.length}`,
    text: `INSERT INTO ${table} (${list}${hasShard ? ', shard_id' : ''})
      SELECT ${list}${hasShard ? ', $2::smallint' : ''} FROM json_populate_recordset(NULL::${table}, $1)${onConflict}`,
    values: [JSON.stringify(rows), ...(hasShard ? [shard.id] : [])],
  });
}

function columnsOf(rows: Row[]): string[] {
  return Object.keys(rows[0] ?? {});
}

/** Some are words of SQL. */
function quoted(column: string): string {
  return `"${column}"`;
}
