/** A single order of a user, with its fills: open in the live view, or finished in Postgres. */
import { DomainError } from '@pelican/shared/contracts';
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import type { SpotVenue } from '../../live/index.ts';
import type { PrivateReads, Reader } from '../../platform/http/index.ts';
import { viewLiveOrder } from './order-view.ts';
import { findOrder, findOrderTrades } from './repository.ts';

interface Fills {
  result: SpotTrade[];
  total: number;
  /** Of all fills, in money. */
  net: string;
}

/** Reads what was true at the call or after it. */
export interface OwnOrders {
  /** @throws DomainError order_not_found, also for another user's order */
  find(reader: Reader, orderId: number): Promise<SpotOrder>;
  /** The fills of an order, newest first. @throws DomainError order_not_found, also for another user's order */
  fills(reader: Reader, orderId: number, page: { offset: number; limit: number }): Promise<Fills>;
}

export function createOwnOrders(live: SpotVenue, { pool, queue }: PrivateReads): OwnOrders {
  function shardOf(orderId: number) {
    const shard = Number.isSafeInteger(orderId) ? live.ofOrder(orderId) : undefined;
    if (!shard) throw new DomainError('order_not_found');
    return shard;
  }

  async function settledOrder(reader: Reader, orderId: number): Promise<SpotOrder> {
    const shard = shardOf(orderId);
    await shard.settled.waitUntilSettled(shard.live.view.seq);
    const order = await queue.run(reader, () => findOrder(pool, reader.userId, orderId, live.catalog()));
    if (!order) throw new DomainError('order_not_found');
    return order;
  }

  return {
    async find(reader, orderId) {
      await shardOf(orderId).live.waitUntilCurrent();
      const order = live.view.orders.get(orderId);
      if (order) {
        if (order.userId !== reader.userId) throw new DomainError('order_not_found');
        return viewLiveOrder(order, live.catalog());
      }
      return settledOrder(reader, orderId);
    },
    async fills(reader, orderId, page) {
      await shardOf(orderId).live.waitUntilCurrent();
      const order = await settledOrder(reader, orderId);
      return queue.run(reader, () => findOrderTrades(pool, order, { userId: reader.userId, ...page }, live.catalog()));
    },
  };
}
