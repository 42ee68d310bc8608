/**
 * npm run bench -- perpetual [--seed N]
 *
 * One stream of orders through the perpetual shard's core (margin, tiers, band, guard, risk checks and client ids on) and
 * through the spot shard's, in alternating passes on this machine; mark ticks over 10,000 positions, without and with a
 * take-profit and a stop-loss each, and over a million; a funding of a million, and a fall that reaches a quarter of them
 * at once. Times are CPU time of the core's thread. The last line is JSON.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateStream } from './engine/generate.ts';
import { type CoreJobs, startCore } from './engine/runs.ts';
import type { Durations } from './perpetual/durations.ts';
import { type PerpetualJobs, startPerpetual } from './perpetual/run.ts';
import { alternate, type Contender } from './shared/contender.ts';
import { describeRates, ratioSpread, spreadOf } from './shared/spread.ts';

const timedCount = 200_000;
const buildCount = 20_000;
/** In which the compiler finishes; not counted. */
const warmUpRounds = 1;
const rounds = 5;

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function describe({ p50, p99, max }: Durations): string {
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms`;
}

async function measure(perpetual: Contender<PerpetualJobs>, spot: Contender<CoreJobs>): Promise<void> {
  const trades = await perpetual.run('trades');
  const passes = [() => perpetual.run('throughput'), () => spot.run('throughput')];
  await alternate(warmUpRounds, passes);
  const [perpetualRates = [], spotRates = []] = await alternate(rounds, passes);
  const ticks = await perpetual.run('ticks');
  const guarded = await perpetual.run('guardedTicks');
  const crowd = await perpetual.run('crowd');
  say(`${describeRates('perpetual core', perpetualRates)}, ${trades} trades`);
  say(describeRates('spot core', spotRates));
  say(`tick over ${ticks.positions} positions: ${describe(ticks)}`);
  if (ticks.closed > 0) say(`${ticks.closed} of them were closed on the way`);
  say(`tick over ${guarded.positions} positions, each with a take-profit and a stop-loss: ${describe(guarded)}`);
  say(`${guarded.fired} of these fired on the way`);
  say(`tick over ${crowd.positions} positions: ${describe(crowd.tickMs)}`);
  say(`a command of their funding, one of ${crowd.fundingCommands}: ${describe(crowd.fundingMs)}`);
  say(
    `a command of a fall that a quarter of them is warned of, one of ${crowd.fallCommands}: ${describe(crowd.fallMs)}`,
  );
  const ratio = ratioSpread(perpetualRates, spotRates, 3);
  const ordersPerSecond = spreadOf(perpetualRates);
  const result = {
    bench: 'perpetual',
    ordersPerSecond: ordersPerSecond.median,
    ratioToSpotCore: ratio.median,
    tickMs: { p50: ticks.p50, p99: ticks.p99 },
    guardedTickMs: { p50: guarded.p50, p99: guarded.p99 },
    positions: ticks.positions,
    crowd,
    spread: { ordersPerSecond, ratioToSpotCore: ratio },
  };
  say(JSON.stringify(result));
}

async function run(file: string): Promise<void> {
  const perpetual = startPerpetual(file);
  const spot = startCore(file);
  try {
    await measure(perpetual, spot);
  } finally {
    perpetual.stop();
    spot.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'pelican-bench-'));
try {
  const file = join(folder, 'commands');
  writeFileSync(file, generateStream('mixed', Number(values.seed), timedCount, buildCount));
  await run(file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
