import { readEventHeader } from '@pelican/shared/engine';
import { Op } from '@pelican/shared/engine/spot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../testing/random.ts';
import { spotShardId } from '../../testing/shard-ids.ts';
import { Comparison } from '../../testing/spot/comparison.ts';
import { setupCommands } from '../../testing/spot/generate-commands.ts';
import { runSeed } from '../../testing/spot/scenario.ts';
import { underPlacementSeed } from '../../testing/under-placement-seed.ts';
import { EventWriter } from '../kernel/event-writer.ts';
import { allBalances, openOrderCount } from './inspect.ts';
import { checkInvariants } from './invariants.ts';
import { applyEntry, createShard } from './shard.ts';
import { decodeSnapshot, encodeSnapshot, stateHash } from './snapshot.ts';
import { testingCapacity } from './state.ts';

const capacity = testingCapacity;

/** Fixed seeds, so that a run is the same everywhere; a longer hunt sets how many there are. */
const seedCount = 70;
const commandsPerSeed = 1500;

describe('the core and the reference, side by side', () => {
  it(`agree on every event and balance of ${seedCount * commandsPerSeed} random commands`, () => {
    for (let seed = 1; seed <= seedCount; seed++) runSeed(seed, commandsPerSeed);
  });

  const orderStep = fc.record({
    user: fc.integer({ min: 1, max: 3 }),
    side: fc.constantFrom(0 as const, 1 as const),
    type: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
    timeInForce: fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const),
    postOnly: fc.boolean(),
    priceTicks: fc.integer({ min: 1, max: 6 }),
    amount: fc.integer({ min: 1, max: 12 }),
    amountIsQuote: fc.boolean(),
  });
  const amendStep = fc.record({
    user: fc.integer({ min: 1, max: 3 }),
    orderId: fc.integer({ min: 1, max: 20 }),
    priceTicks: fc.integer({ min: 0, max: 6 }),
    lots: fc.integer({ min: 0, max: 14 }),
  });
  const cancelStep = fc.record({ user: fc.integer({ min: 1, max: 3 }), orderId: fc.integer({ min: 1, max: 20 }) });

  it('agree on short runs of a few prices, which shrink to the least that fails', () => {
    const steps = fc.array(
      fc.oneof(
        { arbitrary: orderStep, weight: 5 },
        { arbitrary: amendStep, weight: 2 },
        { arbitrary: cancelStep, weight: 1 },
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), steps, (marketSeed, plan) => {
        const comparison = new Comparison();
        comparison.apply(setupCommands(new Random(marketSeed)), 1);
        for (const step of plan) {
          if ('lots' in step) {
            comparison.apply([{ op: Op.amendOrder, market: 0, clientId: '', ...step }], 2);
            continue;
          }
          if ('orderId' in step) {
            comparison.apply([{ op: Op.cancelOrder, market: 0, ...step }], 2);
            continue;
          }
          const isMarket = step.type === 1;
          const price = isMarket ? { postOnly: false } : { amountIsQuote: false };
          comparison.apply([{ op: Op.placeOrder, market: 1, clientId: '', source: '', ...step, ...price }], 2);
        }
        comparison.checkState();
      }),
      { numRuns: 500 },
    );
  });
});

describe('the journal', () => {
  it('replayed whole, or from a snapshot of any prefix, gives the same state and the same bytes', () => {
    for (let seed = 100; seed < 112; seed++) {
      const run = runSeed(seed, 400);
      const random = new Random(seed);
      const cut = random.integer(0, run.journal.length);
      const out = new EventWriter();
      let shard = createShard(spotShardId, capacity);
      for (const [index, { bytes, timeMs }] of run.journal.entries()) {
        if (index === cut) shard = decodeSnapshot(spotShardId, encodeSnapshot(shard), capacity);
        applyEntry(shard, bytes, timeMs, out);
        expect(Buffer.compare(out.copy(), run.answers[index] as Uint8Array), `seed ${seed}, entry ${index}`).toBe(0);
      }
      expect(stateHash(shard), `seed ${seed}, snapshot at ${cut}`).toBe(stateHash(run.shard));
      expect(Buffer.compare(encodeSnapshot(shard), encodeSnapshot(run.shard))).toBe(0);
      checkInvariants(shard);
    }
  });

  it('gives the same state and the same bytes under any placement seed', () => {
    const run = runSeed(150, 600);
    const shard = underPlacementSeed([0x12345678, 0x23456789], () => createShard(spotShardId, capacity));
    const out = new EventWriter();
    for (const [index, { bytes, timeMs }] of run.journal.entries()) {
      applyEntry(shard, bytes, timeMs, out);
      expect(Buffer.compare(out.copy(), run.answers[index] as Uint8Array), `entry ${index}`).toBe(0);
    }
    expect(Buffer.compare(encodeSnapshot(shard), encodeSnapshot(run.shard))).toBe(0);
  });

  it('is not changed by entries that come twice', () => {
    const run = runSeed(200, 600);
    const before = stateHash(run.shard);
    const out = new EventWriter();
    for (const { bytes, timeMs } of run.journal) {
      applyEntry(run.shard, bytes, timeMs, out);
      expect(readEventHeader(out.copy()).commandCount).toBe(0);
    }
    expect(stateHash(run.shard)).toBe(before);
  });
});

describe('hostile bytes', () => {
  const anyEntry = fc.uint8Array({ maxLength: 300 });

  it('of any kind are survived, and an answer is well formed', () => {
    const run = runSeed(300, 300);
    const before = stateHash(run.shard);
    const out = new EventWriter(0);
    fc.assert(
      fc.property(anyEntry, (bytes) => {
        applyEntry(run.shard, bytes, Number.NaN, out);
        expect(readEventHeader(out.copy()).commandCount).toBe(0);
      }),
      { numRuns: 2000 },
    );
    expect(stateHash(run.shard)).toBe(before);
  });

  it('within a true header change nothing but the counts', () => {
    const run = runSeed(301, 300);
    const before = allBalances(run.shard);
    const ordersBefore = openOrderCount(run.shard);
    const out = new EventWriter();
    let counter = 1;
    const words = fc.array(fc.oneof(fc.double(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65535 }), words, (count, body) => {
        const bytes = new Uint8Array(16 + body.length * 8);
        const view = new DataView(bytes.buffer);
        view.setUint16(0, 0x0101, true);
        view.setUint16(2, count, true);
        view.setUint32(4, 9, true);
        view.setFloat64(8, counter++, true);
        body.forEach((word, i) => {
          if (typeof word === 'bigint') view.setBigUint64(16 + i * 8, word, true);
          else view.setFloat64(16 + i * 8, word, true);
        });
        applyEntry(run.shard, bytes, 1, out);
        checkInvariants(run.shard);
      }),
      { numRuns: 1500 },
    );
    expect(allBalances(run.shard)).toEqual(before);
    expect(openOrderCount(run.shard)).toBe(ordersBefore);
  });

  it('that damage one byte of a true entry never break a promise', () => {
    for (let seed = 310; seed < 330; seed++) {
      const run = runSeed(seed, 120);
      const random = new Random(seed);
      const shard = createShard(spotShardId, capacity);
      const out = new EventWriter();
      for (const { bytes, timeMs } of run.journal) {
        const damaged = bytes.slice();
        if (random.chance(0.5)) damaged[random.integer(16, damaged.length - 1)] = random.integer(0, 255);
        if (random.chance(0.1)) damaged.fill(255, random.integer(16, damaged.length));
        applyEntry(
          shard,
          random.chance(0.1) ? damaged.subarray(0, random.integer(0, damaged.length)) : damaged,
          timeMs,
          out,
        );
        checkInvariants(shard);
      }
      expect(stateHash(decodeSnapshot(spotShardId, encodeSnapshot(shard), capacity)), `seed ${seed}`).toBe(
        stateHash(shard),
      );
    }
  });
});
