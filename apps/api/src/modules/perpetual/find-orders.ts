/** One order, algo or position of a user: open in the live view, or finished and settled in Postgres. */
import type { PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import type { Pool } from 'pg';
import type { KeptAlgo, KeptOrder, LivePerpetualData } from '../../live/index.ts';
import { type AlgoRow, algoColumns, algoOfRow, type OrderRow, orderColumns, orderOfRow } from '../../live/index.ts';
import { viewAlgo, viewOrder } from './order-view.ts';

export interface FindDeps {
  live: LivePerpetualData;
  pool: Pick<Pool, 'query'>;
  /** Resolves when settlement has passed the sequence; 503 after 2 s. */
  waitUntilSettled(seq: number): Promise<void>;
}

export interface OrderFinder {
  /** The user's order; undefined also for another user's. */
  order(userId: number, orderId: number): Promise<KeptOrder | undefined>;
  algo(userId: number, algoId: number): Promise<KeptAlgo | undefined>;
  /** As the wire shows it. */
  viewOrder(userId: number, orderId: number): Promise<PerpetualOrder | undefined>;
  viewAlgo(userId: number, algoId: number): Promise<PerpetualOrder | undefined>;
}

export function createOrderFinder({ live, pool, waitUntilSettled }: FindDeps): OrderFinder {
  async function order(userId: number, orderId: number): Promise<KeptOrder | undefined> {
    const open = live.view.orders.get(orderId);
    if (open) return open.userId === userId ? open : undefined;
    await waitUntilSettled(live.view.lastSequenceOf(userId));
    const { rows } = await pool.query<OrderRow>(
      `SELECT ${orderColumns} FROM perpetual_orders WHERE id = $1 AND user_id = $2`,
      [orderId, userId],
    );
    return rows[0] && orderOfRow(rows[0], live.catalog());
  }

  async function algo(userId: number, algoId: number): Promise<KeptAlgo | undefined> {
    const open = live.view.algos.get(algoId);
    if (open) return open.userId === userId ? open : undefined;
    await waitUntilSettled(live.view.lastSequenceOf(userId));
    const { rows } = await pool.query<AlgoRow>(
      `SELECT ${algoColumns} FROM perpetual_algos WHERE id = $1 AND user_id = $2`,
      [algoId, userId],
    );
    return rows[0] && algoOfRow(rows[0], live.catalog());
  }

  return {
    order,
    algo,
    async viewOrder(userId, orderId) {
      const found = await order(userId, orderId);
      return found && viewOrder(found, live.catalog());
    },
    async viewAlgo(userId, algoId) {
      const found = await algo(userId, algoId);
      return found && viewAlgo(found, live.catalog());
    },
  };
}
