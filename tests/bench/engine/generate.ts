/**
 * Seeded streams. `mixed`: 60% limit, 30% cancel of any open order, 10% taker, some 20,000 orders resting around a
 * wandering price. `hft`: 55% limit close to the touch, 41% cancel of a recent order, 4% taker.
 * The stream is made against a core, so that cancels aim at orders that are open.
 */
import { Random } from '@pelican/engine/src/testing/random.ts';
import { CoreUnderBench } from './core-under-bench.ts';
import { type BenchRecord, Phase, RecordOp, RecordWriter } from './records.ts';

export type Profile = 'mixed' | 'hft';

interface Mix {
  limitShare: number;
  cancelShare: number;
  /** Mean distance of a limit order from the middle, in ticks. */
  distanceTicks: number;
  /** Share of limit orders priced to trade at once. */
  crossingShare: number;
  takerLotsMax: number;
  /** A cancel picks among this many of the newest orders; 0: among all. */
  recent: number;
}

const mixes: Record<Profile, Mix> = {
  mixed: { limitShare: 0.6, cancelShare: 0.3, distanceTicks: 120, crossingShare: 0.1, takerLotsMax: 440, recent: 0 },
  hft: { limitShare: 0.55, cancelShare: 0.41, distanceTicks: 6, crossingShare: 0.03, takerLotsMax: 200, recent: 400 },
};

const userCount = 10_000;
const lotsMax = 100;
const middleStart = 100_000;

/** A stream of `buildCount` orders that build the book and `timedCount` commands that are timed. */
export function generateStream(profile: Profile, seed: number, timedCount: number, buildCount: number): Uint8Array {
  const maker = new StreamMaker(mixes[profile], seed, timedCount + buildCount);
  for (let i = 0; i < buildCount; i++) maker.add(maker.restingLimit(Phase.build));
  for (let i = 0; i < timedCount; i++) maker.add(maker.next());
  return maker.finish();
}

class StreamMaker {
  private readonly random: Random;
  private readonly writer: RecordWriter;
  private readonly core: CoreUnderBench;
  private readonly mix: Mix;
  private middle = middleStart;
  private lastId = 0;
  /** Placed limit orders; those found closed are swapped out when met. */
  private readonly placed: { id: number; user: number }[] = [];

  constructor(mix: Mix, seed: number, count: number) {
    this.mix = mix;
    this.random = new Random(seed);
    this.writer = new RecordWriter(count);
    const users = Array.from({ length: userCount }, (_, index) => index + 1);
    this.core = new CoreUnderBench({
      users,
      markets: 1,
      priceMaxTicks: middleStart * 2,
      lotsMax: this.mix.takerLotsMax,
    });
  }

  add(record: BenchRecord): void {
    this.writer.write(record);
    this.core.applyRecord(record);
    if (record.op === RecordOp.limit) this.placed.push({ id: record.id, user: record.user });
  }

  finish(): Uint8Array {
    return this.writer.finish();
  }

  restingLimit(phase: number): BenchRecord {
    const side = this.random.integer(0, 1);
    const away = 1 + Math.floor(-Math.log(1 - this.random.fraction()) * this.mix.distanceTicks);
    return this.order(RecordOp.limit, phase, side, this.middle + (side === 0 ? -away : away), lotsMax);
  }

  next(): BenchRecord {
    if (this.random.chance(0.02)) this.middle += this.random.pick([-1, 1]);
    const choice = this.random.fraction();
    if (choice < this.mix.limitShare) return this.limit();
    if (choice < this.mix.limitShare + this.mix.cancelShare) return this.cancel() ?? this.limit();
    return this.taker();
  }

  private limit(): BenchRecord {
    if (!this.random.chance(this.mix.crossingShare)) return this.restingLimit(Phase.timed);
    const side = this.random.integer(0, 1);
    const beyond = this.random.integer(0, 3);
    return this.order(RecordOp.limit, Phase.timed, side, this.middle + (side === 0 ? beyond : -beyond), lotsMax);
  }

  private taker(): BenchRecord {
    const side = this.random.integer(0, 1);
    if (this.random.chance(0.5)) return this.order(RecordOp.market, Phase.timed, side, 0, this.mix.takerLotsMax);
    const beyond = this.random.integer(0, 30);
    const price = this.middle + (side === 0 ? beyond : -beyond);
    return this.order(RecordOp.immediateOrCancel, Phase.timed, side, price, this.mix.takerLotsMax);
  }

  private order(op: RecordOp, phase: number, side: number, priceTicks: number, lotsLimit: number): BenchRecord {
    const user = this.random.integer(1, userCount);
    return { op, side, phase, user, id: ++this.lastId, priceTicks, lots: this.random.integer(1, lotsLimit) };
  }

  private cancel(): BenchRecord | undefined {
    const { placed, random, mix } = this;
    while (placed.length > 0) {
      const first = mix.recent === 0 ? 0 : Math.max(0, placed.length - mix.recent);
      const at = random.integer(first, placed.length - 1);
      const target = placed[at] as { id: number; user: number };
      if (mix.recent === 0) placed[at] = placed[placed.length - 1] as { id: number; user: number };
      else placed.splice(at, 1);
      if (mix.recent === 0) placed.pop();
      if (!this.core.isOpen(target.id)) continue;
      const { id, user } = target;
      return { op: RecordOp.cancel, side: 0, phase: Phase.timed, user, id, priceTicks: 0, lots: 0 };
    }
    return undefined;
  }
}
