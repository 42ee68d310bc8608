/** The live views of several spot shards as one. */
import { balanceLimb, EventKind, type TransferApplied } from '@pelican/shared/engine/spot/events.ts';
import { parseBigUnits } from '@pelican/shared/money/decimal.ts';
import type { Pool } from 'pg';
import type { LiveListener } from '../live-listeners.ts';
import type { LiveOrder } from './live-order.ts';
import type { SpotMarketState } from './market-state.ts';
import type { SpotShard, SpotView } from './spot-venue.ts';
import type { UserListener } from './user-watch.ts';

/** A push of a balance waits for settlement this long. */
const settledTimeoutMs = 30_000;
const limb = BigInt(balanceLimb);

/** Balances that changed since the last reading, and up to where their shards have to be settled. */
class ChangedBalances {
  readonly assets = new Set<number>();
  readonly sequences = new Map<SpotShard, number>();
}

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

  /**
   * Orders as they come, transfers but those between the shards; a balance as the sum over the shards, read once its
   * shard's change is settled. Changes during a reading wait for the next one, which is one query for all of them.
   */
  watchUser(userId: number, listener: UserListener): () => void {
    let isWatched = true;
    let transfers = Promise.resolve();
    const pushTransfer = async (transfer: TransferApplied, timeMs: number) => {
      if (isWatched && !(await this.isWithinTrade(transfer.transferId))) listener.onTransfer(transfer, timeMs);
    };
    let changed = new ChangedBalances();
    let isReading = false;
    const pushBalances = async () => {
      isReading = true;
      while (isWatched && changed.assets.size > 0) {
        const { assets, sequences } = changed;
        changed = new ChangedBalances();
        try {
          await Promise.all(
            [...sequences].map(([{ settled }, seq]) => settled.waitUntilSettled(seq, settledTimeoutMs)),
          );
          const sums = await this.readSums(userId, [...assets]);
          if (isWatched) for (const { figures, seq } of sums) listener.onBalances([figures], seq);
        } catch {
          // Without Postgres or settlement a push is left out: the next one has the sums of then.
        }
      }
      isReading = false;
    };
    const stops = this.shards.map((one) =>
      one.live.view.watchUser(userId, {
        onOrder: (event, order) => listener.onOrder(event, order),
        onTransfer(transfer, timeMs) {
          transfers = transfers.then(() => pushTransfer(transfer, timeMs)).catch(() => undefined);
        },
        onBalances(balances, seq) {
          for (const { asset } of balances) changed.assets.add(asset);
          changed.sequences.set(one, seq);
          if (!isReading) void pushBalances();
        },
      }),
    );
    return () => {
      isWatched = false;
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

  /** The sum of the shards' sequences grows with each change, as the sequence of one does. */
  private async readSums(userId: number, assets: number[]) {
    const { rows } = await this.pool.query<
      Record<'asset' | 'scale', number> & Record<'available' | 'frozen' | 'seq', string>
    >(
      `SELECT asset_id AS asset, scale, sum(available) AS available, sum(frozen) AS frozen, sum(seq) AS seq
        FROM trade_balances JOIN assets ON assets.id = asset_id WHERE user_id = $1 AND asset_id = ANY ($2)
        GROUP BY asset_id, scale`,
      [userId, assets],
    );
    return rows.map(({ asset, scale, available, frozen, seq }) => {
      const [availableUnits, frozenUnits] = [parseBigUnits(available, scale), parseBigUnits(frozen, scale)];
      return {
        figures: {
          kind: EventKind.balanceChanged,
          user: userId,
          asset,
          availableLow: Number(availableUnits % limb),
          availableHigh: Number(availableUnits / limb),
          frozenLow: Number(frozenUnits % limb),
          frozenHigh: Number(frozenUnits / limb),
        } as const,
        seq: Number(seq),
      };
    });
  }
}

function newestFirst(a: LiveOrder, b: LiveOrder): number {
  return b.createdMs - a.createdMs || b.id - a.id;
}
