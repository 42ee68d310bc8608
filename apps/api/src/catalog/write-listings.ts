/** Writing rows of listings: what assets, markets and instruments have in common. */
import { DomainError } from '@pelican/shared/contracts';
import pg from 'pg';
import type { Queryable } from '../platform/database/index.ts';

type ListingTable = 'assets' | 'markets' | 'instruments';

/** Inserts a listing under the next free id, which is `firstId` at least. @returns its id */
export async function insertListing(tx: Queryable, table: ListingTable, row: object, firstId = 1): Promise<number> {
  const { columns, values } = columnsOf(row);
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO ${table} (id, ${columns.join(', ')})
      SELECT greatest(coalesce(max(id), 0) + 1, ${firstId}), ${columns.map((_, at) => `$${at + 1}`).join(', ')}
      FROM ${table} RETURNING id`,
    values,
  );
  return rows[0]?.id ?? 0;
}

/** Writes the given fields of a listing. */
export async function updateListing(tx: Queryable, table: ListingTable, id: number, change: object): Promise<void> {
  const { columns, values } = columnsOf(change);
  if (columns.length === 0) return;
  const assignments = columns.map((column, at) => `${column} = $${at + 2}`);
  await tx.query(`UPDATE ${table} SET ${assignments.join(', ')} WHERE id = $1`, [id, ...values]);
}

/** @throws DomainError invalid_argument when it is not listed */
export async function assetIdOf(tx: Queryable, ticker: string): Promise<number> {
  const { rows } = await tx.query<{ id: number }>('SELECT id FROM assets WHERE ticker = $1', [ticker]);
  if (!rows[0]) throw listingRefused(`there is no asset ${ticker}: list it first`);
  return rows[0].id;
}

/** @throws DomainError invalid_argument in place of a RangeError, which names what the engine would refuse */
export async function publishChecked<Result>(publish: () => Promise<Result>): Promise<Result> {
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw listingRefused(`the engine would refuse this: ${error.message}`, error);
  }
}

/** A refusal of what an operator wants to list. */
export function listingRefused(message: string, cause?: unknown): DomainError {
  return new DomainError('invalid_argument', { message, cause });
}

/** Fields of a listing have the names of their columns, in another spelling; lists are JSON. */
function columnsOf(row: object): { columns: string[]; values: unknown[] } {
  return {
    columns: Object.keys(row).map((name) =>
      pg.escapeIdentifier(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    ),
    values: Object.values(row).map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)),
  };
}
