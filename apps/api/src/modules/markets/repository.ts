/** SQL of favourites. */
import type { Queryable } from '../../platform/database.ts';

/** Market ids, the oldest favourite first. */
export async function findFavorites(db: Queryable, userId: number): Promise<number[]> {
  const { rows } = await db.query<{ marketId: number }>(
    'SELECT market_id AS "marketId" FROM favorites WHERE user_id = $1 ORDER BY created_at, market_id',
    [userId],
  );
  return rows.map((row) => row.marketId);
}

export async function addFavorite(db: Queryable, userId: number, marketId: number): Promise<void> {
  await db.query('INSERT INTO favorites (user_id, market_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    userId,
    marketId,
  ]);
}

export async function removeFavorite(db: Queryable, userId: number, marketId: number): Promise<void> {
  await db.query('DELETE FROM favorites WHERE user_id = $1 AND market_id = $2', [userId, marketId]);
}
