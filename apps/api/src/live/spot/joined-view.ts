/** The live views of several spot shards as one. */
import type { TransferApplied } from '@pelican/shared/engine/spot';
import type { Pool } from 'pg';
import type { LiveListener } from '../live-listeners.ts';
import { BalancePushes } from './balance-pushes.ts';
import type { LiveOrder } from './live-order.ts';
import type { SpotMarketState } from './market-state.ts';
import type { SpotShard, SpotView } from './spot-shard.ts';
import type { UserListener } from './user-watch.ts';

export class JoinedView implements SpotView {
  readonly orders: SpotView['orders'];
  private readonly pool: Pick<Pool, 'query'>;
  private readonly shards: readonly SpotShard[];

  constructor(pool: Pick<Pool, 'query'>, shards: readonly SpotShard[]) {
    this.pool = pool;
    this.shards = shards;
    const views = shards.map(({ live }) => live.view);
    this.orders = {
      get size() {
        return views.reduce((sum, view) => sum + view.orders.size, 0);
      },
      get(id) {
        for (const view of views) {
          const order = view.orders.get(id);
          if (order) return order;
        }
        return undefined;
      },
      ofUser: (userId) => views.flatMap((view) => view.orders.ofUser(userId)).sort(newestFirst),
    };
  }

  market(id: number): SpotMarketState | undefined {
    for (const { live } of this.shards) {
      const market = live.view.market(id);
      if (market) return market;
    }
    return undefined;
  }

  addListener(listener: LiveListener): void {
    for (const { live } of this.shards) live.view.addListener(listener);
  }

  /** Orders as they come, transfers but those between the shards, balances as sums over the shards. */
  watchUser(userId: number, listener: UserListener): () => void {
    let isWatched = true;
    let transfers = Promise.resolve();
    const pushTransfer = async (transfer: TransferApplied, timeMs: number) => {
      if (isWatched && !(await this.isWithinTrade(transfer.transferId))) listener.onTransfer(transfer, timeMs);
    };
    const balancePushes = new BalancePushes(this.pool, userId, listener);
    const stops = this.shards.map((one) =>
      one.live.view.watchUser(userId, {
        onOrder: (event, order) => listener.onOrder(event, order),
        onTransfer(transfer, timeMs) {
          transfers = transfers.then(() => pushTransfer(transfer, timeMs)).catch(() => undefined);
        },
        onBalances(balances, seq) {
          const assets = balances.map(({ asset }) => asset);
          balancePushes.note(one, assets, seq);
        },
      }),
    );
    return () => {
      isWatched = false;
      balancePushes.stop();
      for (const stop of stops) stop();
    };
  }

  /** Coins that move from shard to shard stay in what the user sees as one wallet. */
  private async isWithinTrade(transferId: number): Promise<boolean> {
    const { rows } = await this.pool.query(
      `SELECT 1 FROM transfers WHERE id = $1 AND from_wallet = 'trade' AND to_wallet = 'trade'`,
      [transferId],
    );
    return rows.length > 0;
  }
}

function newestFirst(a: LiveOrder, b: LiveOrder): number {
  return b.createdMs - a.createdMs || b.id - a.id;
}
