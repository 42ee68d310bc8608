import { EventKind, LiquidationStage } from '@pelican/shared/engine/perpetual';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandGenerator } from '../../testing/perpetual/generate-commands.ts';
import { PerpetualRun } from '../../testing/perpetual/perpetual-run.ts';
import { Random } from '../../testing/random.ts';
import { perpetualShardId } from '../../testing/shard-ids.ts';
import { EventWriter } from '../kernel/event-writer.ts';
import { perpetualCore } from './perpetual-core.ts';

const core = perpetualCore(perpetualShardId);

/** Long enough for a machine that is busy otherwise. */
const timeoutMs = 120_000;
const seeds = fc.integer({ min: 1, max: 1_000_000 });

function runSeed(seed: number, commandCount: number, see?: (run: PerpetualRun) => void): PerpetualRun {
  const run = new PerpetualRun();
  const generator = new CommandGenerator(new Random(seed), run.shard);
  for (const command of generator.setup()) run.applyChecked(command, generator.timeMs);
  for (let at = 0; at < commandCount; at++) {
    run.applyChecked(generator.next(), generator.timeMs);
    see?.(run);
  }
  return run;
}

describe('the perpetual shard under random commands', () => {
  it('keeps every promise after every command, and meets everything that can happen', { timeout: timeoutMs }, () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 1500 }), (seed, commandCount) => {
        runSeed(seed, commandCount, ({ events }) => {
          for (const event of events) {
            if (event.kind === EventKind.liquidationStep) met.add(`stage ${event.stage}`);
            else if (event.kind === EventKind.fundingSettled && event.paid > 0n) met.add('funding');
            else if (event.kind === EventKind.deleveraged) met.add('deleveraged');
            else if (event.kind === EventKind.riskWarning) met.add(event.isFunding ? 'funding warning' : 'warning');
          }
        });
      }),
      { numRuns: 40, seed: 20_261_121 },
    );
    const stages = Object.values(LiquidationStage).map((stage) => `stage ${stage}`);
    expect([...met].sort()).toEqual(expect.arrayContaining([...stages, 'funding', 'deleveraged', 'warning']));
  });

  it('replayed from a snapshot of any prefix gives the same state and the same bytes', { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
        const run = runSeed(seed, 300);
        const cut = Math.floor(run.journal.length * share);
        const out = new EventWriter();
        let shard = core.create({ small: true });
        for (const [index, { bytes, timeMs }] of run.journal.entries()) {
          if (index === cut) shard = core.decodeSnapshot(core.encodeSnapshot(shard));
          core.applyEntry(shard, bytes, timeMs, out);
          const isSame = Buffer.compare(out.copy(), run.answers[index] as Uint8Array) === 0;
          expect(isSame, `entry ${index}, snapshot at ${cut}`).toBe(true);
        }
        expect(core.stateHash(shard)).toBe(core.stateHash(run.shard));
      }),
      { numRuns: 12, seed: 20_261_121 },
    );
  });
});

describe('a snapshot', () => {
  it('is refused when a byte of it changed, or when it is of another version', () => {
    const bytes = core.encodeSnapshot(runSeed(7, 200).shard);
    const altered = bytes.slice();
    altered[altered.length - 9] = (altered[altered.length - 9] as number) ^ 1;
    expect(() => core.decodeSnapshot(altered)).toThrow('damaged');
    const other = bytes.slice();
    new DataView(other.buffer, other.byteOffset).setFloat64(0, 99, true);
    expect(() => core.decodeSnapshot(other)).toThrow('version 99');
    expect(() => core.decodeSnapshot(bytes.subarray(0, 8))).toThrow('8 bytes');
  });
});
