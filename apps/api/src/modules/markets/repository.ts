/** Favourites, and who has some of an asset, in Postgres. */
import type { PrismaQueryable, Queryable } from '../../platform/database/index.ts';

/** Market ids, the oldest favourite first. */
export async function findFavorites(db: PrismaQueryable, userId: number): Promise<number[]> {
  const favorites = await db.favorite.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { marketId: 'asc' }],
    select: { marketId: true },
  });
  return favorites.map((favorite) => favorite.marketId);
}

/** Instrument ids, the oldest favourite first. */
export async function findInstrumentFavorites(db: PrismaQueryable, userId: number): Promise<number[]> {
  const favorites = await db.instrumentFavorite.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { instrumentId: 'asc' }],
    select: { instrumentId: true },
  });
  return favorites.map((favorite) => favorite.instrumentId);
}

/** A pair's listings: undefined where a venue does not have it. */
export interface ListedPair {
  marketId: number | undefined;
  instrumentId: number | undefined;
}

export async function addFavorite(
  db: PrismaQueryable,
  userId: number,
  { marketId, instrumentId }: ListedPair,
): Promise<void> {
  if (marketId !== undefined) await db.favorite.createMany({ data: { userId, marketId }, skipDuplicates: true });
  if (instrumentId !== undefined)
    await db.instrumentFavorite.createMany({ data: { userId, instrumentId }, skipDuplicates: true });
}

export async function removeFavorite(
  db: PrismaQueryable,
  userId: number,
  { marketId, instrumentId }: ListedPair,
): Promise<void> {
  if (marketId !== undefined) await db.favorite.deleteMany({ where: { userId, marketId } });
  if (instrumentId !== undefined) await db.instrumentFavorite.deleteMany({ where: { userId, instrumentId } });
}

/** @returns those of the assets that the user has some of, in any wallet but that of futures */
export async function findHeld(db: Queryable, userId: number, assetIds: number[]): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT asset_id AS id FROM ledger_accounts WHERE user_id = $1 AND asset_id = ANY ($2) AND balance > 0
      UNION SELECT asset_id FROM trade_balances WHERE user_id = $1 AND asset_id = ANY ($2) AND available + frozen > 0`,
    [userId, assetIds],
  );
  return new Set(rows.map(({ id }) => id));
}
