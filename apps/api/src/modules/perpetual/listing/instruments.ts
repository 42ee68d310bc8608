/** Writing instruments: rows in Postgres, and in the same transaction the commands for the engine. */
import { DomainError } from '@pelican/shared/contracts';
import { parseBigUnits, perpetualScale, stripZeros } from '@pelican/shared/money';
import { areTicksFine, instrumentProblem, maintenanceTicksMin } from '@pelican/shared/perpetual';
import {
  assetIdOf,
  type CatalogInstrument,
  insertListing,
  listingRefused,
  loadInstruments,
} from '../../../catalog/index.ts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import type { InstrumentInput } from './instrument-input.ts';

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
    throw new DomainError('unknown_pair', { message: `there is no instrument ${name}` });
  }
  return instrument;
}

/** As `findInstrument`, of one that is listed. */
export async function findInstrumentById(db: Queryable, id: number): Promise<CatalogInstrument> {
  const instrument = (await loadInstruments(db)).instrumentById(id);
  if (!instrument) throw new Error(`there is no instrument ${id}`);
  return instrument;
}

/** Lists an instrument under the next free id. @throws DomainError invalid_argument when its assets are not listed, or it is one already */
export async function insertInstrument(tx: Transaction, name: string, input: InstrumentInput): Promise<number> {
  const [base = '', settle = ''] = name.split('_');
  const known = await tx.query('SELECT 1 FROM instruments WHERE name = $1', [name]);
  if (known.rowCount !== 0) throw listingRefused(`${name} is listed already`);
  const [baseAssetId, settleAssetId] = [await assetIdOf(tx, base), await assetIdOf(tx, settle)];
  return insertListing(tx, 'instruments', { name, ...input, baseAssetId, settleAssetId }, firstId);
}

/** @throws DomainError invalid_argument naming what the engine would refuse, whatever else it has */
export async function demandValid(tx: Transaction, name: string): Promise<void> {
  const { settings } = await findInstrument(tx, name);
  const problem = instrumentProblem({ ...settings });
  if (problem) throw listingRefused(`${name}: ${problem}`);
}

/** The margin of the lowest tier is worth some ticks at the index, as far as there is one. @throws DomainError invalid_argument */
export async function demandFineTicks(tx: Transaction, name: string): Promise<void> {
  const { id, terms } = await findInstrument(tx, name);
  if (areTicksFine(terms, await indexTicksOf(tx, id, terms.tickSize))) return;
  throw listingRefused(
    `${name}: at its index price the lowest tier's maintenance margin must be worth at least ${maintenanceTicksMin} ticks`,
  );
}

/** Nobody trades before the index is known. @throws DomainError invalid_argument */
export async function demandIndex(tx: Transaction, { id, name, terms }: CatalogInstrument): Promise<void> {
  if ((await indexTicksOf(tx, id, terms.tickSize)) === 0)
    throw listingRefused(`${name} has no index price yet: give it an index source, and look at its index`);
}

/** The newest index price in ticks; 0 before the first. */
async function indexTicksOf(tx: Queryable, id: number, tickSize: bigint): Promise<number> {
  const { rows } = await tx.query<{ price: string }>(
    'SELECT index_price AS price FROM perpetual_market_state WHERE market_id = $1',
    [id],
  );
  return Number(parseBigUnits(stripZeros(rows[0]?.price ?? '0'), perpetualScale) / tickSize);
}
