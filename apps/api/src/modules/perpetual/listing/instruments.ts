/** Writing instruments: rows in Postgres, and in the same transaction the commands for the engine. */
import { DomainError } from '@pelican/shared/contracts';
import { parseBigUnits, perpetualScale, stripZeros } from '@pelican/shared/money';
import { areTicksFine, hasRoomInEveryTier, maintenanceTicksMin } from '@pelican/shared/perpetual';
import { type CatalogInstrument, loadInstruments } from '../../../catalog/index.ts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import type { InstrumentChange, InstrumentInput } from './instrument-input.ts';
import { publishInstruments } from './publish-instruments.ts';

/** Ids of spot markets are below; together they are unique. */
const firstId = 1001;

/** Instruments are written one after the other; reading goes on. */
export async function lockInstruments(tx: Queryable): Promise<void> {
  await tx.query('LOCK TABLE instruments IN SHARE ROW EXCLUSIVE MODE');
}

/** The instrument as it is in Postgres now. @throws DomainError unknown_pair */
export async function findInstrument(db: Queryable, name: string): Promise<CatalogInstrument> {
  const instrument = (await loadInstruments(db)).marketByName(name);
  if (!instrument) {
    throw new DomainError('unknown_pair', { message: `there is no instrument ${name}; \`instruments\` lists them` });
  }
  return instrument;
}

/** Lists an instrument under the next free id. @throws DomainError invalid_argument when its assets are not listed, or it is one already */
export async function insertInstrument(tx: Transaction, name: string, input: InstrumentInput): Promise<number> {
  const [base = '', settle = ''] = name.split('_');
  const known = await tx.query('SELECT 1 FROM instruments WHERE name = $1', [name]);
  if (known.rowCount !== 0) throw refused(`${name} is listed already; \`instrument ${name} set ...\` changes it`);
  const row = { ...input, baseAssetId: await assetId(tx, base), settleAssetId: await assetId(tx, settle) };
  const { columns, values } = columnsOf(row);
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO instruments (id, name, ${columns.join(', ')})
      SELECT greatest(coalesce(max(id), 0) + 1, ${firstId}), $1, ${columns.map((_, at) => `$${at + 2}`).join(', ')}
      FROM instruments RETURNING id`,
    [name, ...values],
  );
  return rows[0]?.id ?? 0;
}

/** Writes the given fields. */
export async function updateInstrument(tx: Queryable, id: number, change: InstrumentChange): Promise<void> {
  const { columns, values } = columnsOf(change);
  if (columns.length === 0) return;
  const assignments = columns.map((column, at) => `${column} = $${at + 2}`);
  await tx.query(`UPDATE instruments SET ${assignments.join(', ')} WHERE id = $1`, [id, ...values]);
}

/** Puts into the outbox what is new. @throws DomainError invalid_argument naming what the engine would refuse */
export async function publishChecked(tx: Transaction, name: string): Promise<string[]> {
  try {
    const { id, terms } = await findInstrument(tx, name);
    if (!hasRoomInEveryTier(terms)) {
      throw refused(`${name}: in each tier 1/leverage must be above its maintenance margin rate and the taker fee`);
    }
    if (!areTicksFine(terms, await indexTicksOf(tx, id, terms.tickSize))) {
      throw refused(
        `${name}: at its index price the lowest tier's maintenance margin must be worth at least ${maintenanceTicksMin} ticks`,
      );
    }
    return await publishInstruments(tx);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refused(`the engine would refuse this: ${error.message}`, error);
  }
}

/** The newest index price in ticks; 0 before the first. */
async function indexTicksOf(tx: Queryable, id: number, tickSize: bigint): Promise<number> {
  const { rows } = await tx.query<{ price: string }>(
    'SELECT index_price AS price FROM perpetual_market_state WHERE market_id = $1',
    [id],
  );
  return Number(parseBigUnits(stripZeros(rows[0]?.price ?? '0'), perpetualScale) / tickSize);
}

async function assetId(tx: Queryable, ticker: string): Promise<number> {
  const { rows } = await tx.query<{ id: number }>('SELECT id FROM assets WHERE ticker = $1', [ticker]);
  if (!rows[0]) throw refused(`there is no asset ${ticker}: list it first (list-asset ${ticker} ...)`);
  return rows[0].id;
}

function refused(message: string, cause?: unknown): DomainError {
  return new DomainError('invalid_argument', { message, cause });
}

/** Names of the input are those of the columns, in another spelling; tiers are JSON. */
function columnsOf(row: object): { columns: string[]; values: unknown[] } {
  const entries = Object.entries(row);
  return {
    columns: entries.map(([name]) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    values: entries.map(([name, value]) => (name === 'tiers' ? JSON.stringify(value) : value)),
  };
}
