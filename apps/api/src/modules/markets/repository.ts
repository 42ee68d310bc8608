/** Favourites in Postgres. */
import type { PrismaQueryable } from '../../platform/database/index.ts';

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
