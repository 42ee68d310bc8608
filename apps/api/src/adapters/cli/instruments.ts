/** Writing instruments: rows in Postgres, and in the same transaction the commands for the engine. */
import { DomainError } from '@pelican/shared/errors.ts';
import { parseBigUnits, stripZeros } from '@pelican/shared/money/decimal.ts';
import { perpetualScale } from '@pelican/shared/money/perpetual-listing.ts';
import { areTicksFine, hasRoomInEveryTier, maintenanceTicksMin } from '@pelican/shared/perpetual/tiers.ts';
import { type CatalogInstrument, loadInstruments } from '../../catalog/index.ts';
import { publishInstruments } from '../../modules/perpetual/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { recordOps } from './accounts.ts';
import type { OpsContext } from './context.ts';
import { deliver, type Outcome } from './deliver.ts';
import type { InstrumentChange, InstrumentInput } from './instrument-input.ts';
import { publishAgain } from './listings.ts';
import { OpsError } from './ops-errors.ts';

/** Ids of spot markets are below; together they are unique. */
const firstId = 1001;

/** Instruments are written one after the other; reading goes on. */
async function lockInstruments(tx: Queryable): Promise<void> {
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

/** Lists an instrument under the next free id. @throws OpsError when its assets are not listed, or it is one already */
export async function listInstrument(
  context: OpsContext,
  name: string,
  input: InstrumentInput,
): Promise<{ id: number; outcome: Outcome }> {
  const [base = '', settle = ''] = name.split('_');
  const id = await inTransaction(context.pool, async (tx) => {
    await lockInstruments(tx);
    const known = await tx.query('SELECT 1 FROM instruments WHERE name = $1', [name]);
    if (known.rowCount !== 0)
      throw new OpsError(`${name} is listed already; \`instrument ${name} set ...\` changes it`);
    const row = { ...input, baseAssetId: await assetId(tx, base), settleAssetId: await assetId(tx, settle) };
    const { columns, values } = columnsOf(row);
    const { rows } = await tx.query<{ id: number }>(
      `INSERT INTO instruments (id, name, ${columns.join(', ')})
        SELECT greatest(coalesce(max(id), 0) + 1, ${firstId}), $1, ${columns.map((_, at) => `$${at + 2}`).join(', ')}
        FROM instruments RETURNING id`,
      [name, ...values],
    );
    const newId = rows[0]?.id ?? 0;
    await publish(tx, name);
    await recordOps(context, tx, 'instrument.listed', `instrument:${newId}`, { name, ...input });
    return newId;
  });
  const { settings } = await findInstrument(context.pool, name);
  return { id, outcome: await deliver(context, [`asset:${settings.settleAsset}`, `instrument:${id}`]) };
}

/**
 * Writes the change and takes it to the engine; what the engine refuses is taken back.
 * @throws OpsError when the engine refuses it, or would
 */
export async function changeInstrument(context: OpsContext, name: string, change: InstrumentChange): Promise<Outcome> {
  const before = await inTransaction(context.pool, async (tx) => {
    await lockInstruments(tx);
    const found = await findInstrument(tx, name);
    await update(tx, found.id, change);
    const published = await publish(tx, name);
    const subject = `instrument:${found.id}`;
    if (!published.includes(subject)) await publishAgain(tx, subject);
    await recordOps(context, tx, 'instrument.changed', subject, { name, change });
    return found;
  });
  const outcome = await deliver(context, [`instrument:${before.id}`]);
  if (outcome.kind === 'refused') {
    await restore(context, before, change, outcome.reason);
    throw new OpsError(`the engine refused the change (${outcome.reason}); ${name} is as it was`);
  }
  return outcome;
}

async function restore(
  context: OpsContext,
  before: CatalogInstrument,
  change: InstrumentChange,
  reason: string,
): Promise<void> {
  const former = Object.fromEntries(
    Object.keys(change).flatMap((field) =>
      field in before.listing ? [[field, before.listing[field as keyof CatalogInstrument['listing']]]] : [],
    ),
  );
  const subject = `instrument:${before.id}`;
  await inTransaction(context.pool, async (tx) => {
    await lockInstruments(tx);
    await update(tx, before.id, former);
    await publish(tx, before.name);
    await recordOps(context, tx, 'instrument.change_refused', subject, { name: before.name, change, reason });
  });
  await deliver(context, [subject]);
}

async function update(tx: Queryable, id: number, change: InstrumentChange): Promise<void> {
  const { columns, values } = columnsOf(change);
  if (columns.length === 0) return;
  const assignments = columns.map((column, at) => `${column} = $${at + 2}`);
  await tx.query(`UPDATE instruments SET ${assignments.join(', ')} WHERE id = $1`, [id, ...values]);
}

/** @throws OpsError naming what the engine would refuse */
async function publish(tx: Transaction, name: string): Promise<string[]> {
  try {
    const { id, terms } = await findInstrument(tx, name);
    if (!hasRoomInEveryTier(terms)) {
      throw new OpsError(
        `${name}: in each tier 1/leverage must be above its maintenance margin rate and the taker fee`,
      );
    }
    if (!areTicksFine(terms, await indexTicksOf(tx, id, terms.tickSize))) {
      throw new OpsError(
        `${name}: at its index price the lowest tier's maintenance margin must be worth at least ${maintenanceTicksMin} ticks`,
      );
    }
    return await publishInstruments(tx);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OpsError(`the engine would refuse this: ${error.message}`, { cause: error });
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
  if (!rows[0]) throw new OpsError(`there is no asset ${ticker}: list it first (list-asset ${ticker} ...)`);
  return rows[0].id;
}

/** Names of the input are those of the columns, in another spelling; tiers are JSON. */
function columnsOf(row: object): { columns: string[]; values: unknown[] } {
  const entries = Object.entries(row);
  return {
    columns: entries.map(([name]) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    values: entries.map(([name, value]) => (name === 'tiers' ? JSON.stringify(value) : value)),
  };
}
