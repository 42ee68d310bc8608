import { DomainError } from '@pelican/shared/contracts';
import type { SpotShard } from '../../live/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

/**
 * Lets an order through a pause that was placed before it: the engine answers the first one, where the refusal would say that
 * nothing was changed.
 * @throws the refusal, for a new order and for another reason than a pause
 */
export async function demandRepeat(
  refusal: unknown,
  db: Queryable,
  { live, settled }: SpotShard,
  { userId, marketId, clientId }: { userId: number; marketId: number; clientId: string | undefined },
): Promise<void> {
  const isPause =
    refusal instanceof DomainError && (refusal.code === 'trading_paused' || refusal.code === 'quick_swap_paused');
  if (!isPause || !clientId) throw refusal;
  await live.waitUntilCurrent();
  await settled.waitUntilSettled(live.view.seq);
  // The engine of a market forgets the id of an order that has ended 24 hours after it was sent, and would place it anew.
  const { rowCount } = await db.query(
    `SELECT FROM spot_orders WHERE user_id = $1 AND client_id = $2 AND market_id = $3
        AND (finished_at = 'infinity' OR created_at > now() - interval '23 hours') LIMIT 1`,
    [userId, clientId, marketId],
  );
  if (rowCount === 0) throw refusal;
}
