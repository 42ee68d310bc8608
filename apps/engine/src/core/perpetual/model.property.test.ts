import { KernelRejectCode } from '@pelican/shared/engine';
import { EndReason, EventKind, LiquidationStage, TradeKind } from '@pelican/shared/engine/perpetual';
import { describe, expect, it } from 'vitest';
import { CommandGenerator } from '../../testing/perpetual/generate-commands.ts';
import { Comparison, type TimedCommand } from '../../testing/perpetual/model/comparison.ts';
import { describeFailure } from '../../testing/perpetual/model/shrink.ts';
import { Random } from '../../testing/random.ts';

const seedCount = 100;
const commandsPerSeed = 1000;
/** Some 40 s of one core; this is for a machine that does much else meanwhile. */
const timeoutMs = 1_800_000;

/** A post-only order that would take is refused; a halted market and a fired leg end nothing by themselves. */
const neverGiven: number[] = [EndReason.postOnlyCross, EndReason.sibling, EndReason.marketHalted];

/** What happened, by name: `stage 3`, `reason 7`. */
const met = new Set<string>();

/** @throws Error with the seed, the fewest commands that fail, and the difference */
function runSeed(seed: number): void {
  const comparison = new Comparison();
  const generator = new CommandGenerator(new Random(seed), comparison.run.shard);
  const quarantine = new Random(seed);
  const commands: TimedCommand[] = [];
  const apply = (command: TimedCommand['command'], isQuarantined = false) => {
    const timed = { command, timeMs: generator.timeMs, isQuarantined };
    commands.push(timed);
    comparison.apply(timed);
    note(comparison);
  };
  try {
    for (const command of generator.setup()) apply(command);
    for (let at = 1; at <= commandsPerSeed; at++) {
      apply(generator.next(), quarantine.chance(0.01));
      if (at % 50 === 0) comparison.compareState();
    }
    comparison.compareState();
  } catch (cause) {
    throw new Error(describeFailure(seed, commands, cause as Error), { cause });
  }
}

function note({ run }: Comparison): void {
  for (const event of run.events) {
    if (event.kind === EventKind.commandDone && event.code === KernelRejectCode.quarantined) met.add('quarantine');
    if (event.kind === EventKind.liquidationStep) met.add(`stage ${event.stage}`);
    else if (event.kind === EventKind.traded) met.add(`trade ${event.tradeKind}`);
    else if (event.kind === EventKind.orderChanged || event.kind === EventKind.algoChanged)
      met.add(`reason ${event.reason}`);
    else if (event.kind === EventKind.fundingSettled && event.paid > 0n) met.add('funding');
    else if (event.kind === EventKind.riskWarning) met.add('warning');
  }
}

function named(name: string, codes: Record<string, number>, but: number[] = []): string[] {
  return Object.values(codes)
    .filter((code) => !but.includes(code))
    .map((code) => `${name} ${code}`);
}

describe('the core and the model of its rules', () => {
  it('do the same under random commands, and meet everything that can happen', { timeout: timeoutMs }, () => {
    for (let seed = 1; seed <= seedCount; seed++) runSeed(seed);
    const all = [
      ...named('stage', LiquidationStage),
      ...named('trade', TradeKind),
      ...named('reason', EndReason, neverGiven),
      ...['funding', 'warning', 'quarantine'],
    ];
    expect(all.filter((each) => !met.has(each))).toEqual([]);
  });
});
