/** Favourites in Postgres. */
import type { PrismaQueryable } from '../../platform/prisma.ts';

/** Market ids, the oldest favourite first. */
export async function findFavorites(db: PrismaQueryable, userId: number): Promise<number[]> {
  const favorites = await db.favorite.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { marketId: 'asc' }],
    select: { marketId: true },
  });
  return favorites.map((favorite) => favorite.marketId);
}

export async function addFavorite(db: PrismaQueryable, userId: number, marketId: number): Promise<void> {
  await db.favorite.createMany({ data: { userId, marketId }, skipDuplicates: true });
}

export async function removeFavorite(db: PrismaQueryable, userId: number, marketId: number): Promise<void> {
  await db.favorite.deleteMany({ where: { userId, marketId } });
}
