/**
 * A stream whose book keeps its size: one command in ten takes, the others place a limit order while fewer than `resting`
 * are open and cancel any open one otherwise. Users and markets are drawn evenly, the hardest case for caches.
 */
import { Random } from '@pelican/engine/src/testing/random.ts';
import type { Command } from '@pelican/shared/engine/spot';
import { type BenchWorld, CoreUnderBench } from '../engine/core-under-bench.ts';
import { EntryBlock, encode } from '../engine/prepare.ts';
import { type BenchRecord, Phase, RecordOp } from '../engine/records.ts';

export interface Size {
  markets: number;
  users: number;
  resting: number;
}

const middle = 100_000;
const distanceTicks = 120;
const lotsMax = 100;
const takerShare = 0.1;
const commandsPerEntry = 256;
const entryBytesMax = commandsPerEntry * 80 + 16;

export function worldOf(size: Size): BenchWorld {
  const users = Array.from({ length: size.users }, (_, index) => index + 1);
  return { users, markets: size.markets, priceMaxTicks: middle * 2, lotsMax };
}

export class GrowthStream {
  private readonly size: Size;
  private readonly random = new Random(1);
  /** Applies every command at once, so that cancels aim at orders that are open. */
  private readonly core: CoreUnderBench;
  /** Placed limit orders; those found closed are removed when met. */
  private readonly placed: { id: number; user: number }[] = [];
  private lastId = 0;
  private entries = 0;

  constructor(size: Size) {
    this.size = size;
    this.core = new CoreUnderBench(worldOf(size));
  }

  /** Entries that bring the book to its size. */
  build(): EntryBlock {
    return this.pack(this.size.resting, () => this.limit());
  }

  /** Entries of the next `count` commands. */
  next(count: number): EntryBlock {
    return this.pack(count, () => {
      if (this.random.chance(takerShare)) return this.order(RecordOp.market, this.random.integer(0, 1), 0);
      return this.core.live < this.size.resting ? this.limit() : this.cancel();
    });
  }

  private pack(count: number, make: () => BenchRecord): EntryBlock {
    const entryCount = Math.ceil(count / commandsPerEntry);
    const block = new EntryBlock(entryCount * entryBytesMax, entryCount);
    let waiting: Command[] = [];
    for (let made = 1; made <= count; made++) {
      waiting.push(this.core.applyRecord(make()));
      if (waiting.length < commandsPerEntry && made < count) continue;
      block.add(encode(waiting, ++this.entries), true);
      waiting = [];
    }
    return block;
  }

  private limit(): BenchRecord {
    const side = this.random.integer(0, 1);
    const away = 1 + Math.floor(-Math.log(1 - this.random.fraction()) * distanceTicks);
    const order = this.order(RecordOp.limit, side, middle + (side === 0 ? -away : away));
    this.placed.push({ id: order.id, user: order.user });
    return order;
  }

  private order(op: number, side: number, priceTicks: number): BenchRecord {
    const user = this.random.integer(1, this.size.users);
    const lots = this.random.integer(1, lotsMax);
    return { op, side, phase: Phase.timed, user, id: ++this.lastId, priceTicks, lots };
  }

  private cancel(): BenchRecord {
    for (;;) {
      const at = this.random.integer(0, this.placed.length - 1);
      const target = this.placed[at] as { id: number; user: number };
      this.placed[at] = this.placed.at(-1) as { id: number; user: number };
      this.placed.pop();
      if (!this.core.isOpen(target.id)) continue;
      return { op: RecordOp.cancel, side: 0, phase: Phase.timed, ...target, priceTicks: 0, lots: 0 };
    }
  }
}
