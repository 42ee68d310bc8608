/** The spot shard as the host sees it. */
import { Side } from '@pelican/shared/engine/spot';
import { rules } from '../kernel/rules.ts';
import type { ShardCore } from '../kernel/shard-core.ts';
import { allBalances, bookOrders } from './inspect.ts';
import { checkInvariants } from './invariants.ts';
import { applyEntry, createShard, type Shard } from './shard.ts';
import { decodeSnapshot, encodeSnapshot, stateHash } from './snapshot.ts';

/** For shards of a few users. */
const smallCapacity = { records: 128, accounts: 32, openOrders: 16 };

export const spotCore = (shardId: number): ShardCore<Shard> => ({
  rules,
  create: ({ small = false } = {}) => createShard(shardId, small ? smallCapacity : undefined),
  applyEntry,
  checkInvariants,
  encodeSnapshot,
  decodeSnapshot: (bytes, { small = false } = {}) => decodeSnapshot(shardId, bytes, small ? smallCapacity : undefined),
  stateHash,
  openOrderCount: (shard) => shard.book.orders.live,
  report,
});

/** Every balance and every resting order. */
function report(shard: Shard): object {
  const balances = allBalances(shard).map(({ user, asset, available, frozen }) => ({
    user,
    asset,
    available: String(available),
    frozen: String(frozen),
  }));
  const openOrders = shard.markets
    .flatMap((market) =>
      market ? [Side.buy, Side.sell].flatMap((side) => bookOrders(shard, market.settings.id, side)) : [],
    )
    .map(({ orderId, user, market, side, priceTicks, remainingLots }) => ({
      orderId,
      user,
      market,
      side,
      priceTicks,
      remainingLots,
    }));
  return { balances, openOrders };
}
