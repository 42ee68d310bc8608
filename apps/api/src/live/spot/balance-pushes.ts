/** Pushes a user's balances as sums over the spot shards. */
import { setTimeout as delay } from 'node:timers/promises';
import { balanceLimb, EventKind } from '@pelican/shared/engine/spot';
import { parseBigUnits } from '@pelican/shared/money';
import type { Pool } from 'pg';
import type { SpotShard } from './spot-shard.ts';
import type { UserListener } from './user-watch.ts';

/** A shard whose settlement is away delays the balances of the others by this long at most. */
const settledTimeoutMs = 2_000;
const retryMs = 500;
const limb = BigInt(balanceLimb);

/**
 * A balance is read from Postgres once its shard's change is settled. Changes during a reading wait for the next one,
 * which is one query for all of them.
 */
export class BalancePushes {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly userId: number;
  private readonly listener: Pick<UserListener, 'onBalances'>;
  /** Assets whose balances changed since the last reading, and up to where their shards have to be settled. */
  private assets = new Set<number>();
  private sequences = new Map<SpotShard, number>();
  private isReading = false;
  private isStopped = false;

  constructor(pool: Pick<Pool, 'query'>, userId: number, listener: Pick<UserListener, 'onBalances'>) {
    this.pool = pool;
    this.userId = userId;
    this.listener = listener;
  }

  /** The command `seq` of a shard has changed the user's balances of these assets. */
  note(shard: SpotShard, assets: readonly number[], seq: number): void {
    for (const asset of assets) this.assets.add(asset);
    this.sequences.set(shard, seq);
    if (!this.isReading) void this.pushAll();
  }

  /** Nothing is pushed after this. */
  stop(): void {
    this.isStopped = true;
  }

  private async pushAll(): Promise<void> {
    this.isReading = true;
    while (!this.isStopped && this.assets.size > 0) {
      const { assets, sequences } = this;
      this.assets = new Set();
      this.sequences = new Map();
      try {
        await Promise.all([...sequences].map(([{ settled }, seq]) => settled.waitUntilSettled(seq, settledTimeoutMs)));
        await this.push([...assets]);
      } catch {
        this.pushAgain(assets, sequences);
        await delay(retryMs, undefined, { ref: false });
      }
    }
    this.isReading = false;
  }

  private async push(assets: number[]): Promise<void> {
    const sums = await this.readSums(assets);
    if (this.isStopped) return;
    for (const { figures, seq } of sums) this.listener.onBalances([figures], seq);
  }

  /** Postgres or a shard's settlement is away: the changes are pushed once they are back. */
  private pushAgain(assets: ReadonlySet<number>, sequences: ReadonlyMap<SpotShard, number>): void {
    for (const asset of assets) this.assets.add(asset);
    for (const [shard, seq] of sequences) this.sequences.set(shard, Math.max(seq, this.sequences.get(shard) ?? 0));
  }

  /** The sum of the shards' sequences grows with each change, as the sequence of one does. */
  private async readSums(assets: number[]) {
    const { rows } = await this.pool.query<
      Record<'asset' | 'scale', number> & Record<'available' | 'frozen' | 'seq', string>
    >(
      `SELECT asset_id AS asset, scale, sum(available) AS available, sum(frozen) AS frozen, sum(seq) AS seq
        FROM trade_balances JOIN assets ON assets.id = asset_id WHERE user_id = $1 AND asset_id = ANY ($2)
        GROUP BY asset_id, scale`,
      [this.userId, assets],
    );
    return rows.map(({ asset, scale, available, frozen, seq }) => {
      const [availableUnits, frozenUnits] = [parseBigUnits(available, scale), parseBigUnits(frozen, scale)];
      return {
        figures: {
          kind: EventKind.balanceChanged,
          user: this.userId,
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
