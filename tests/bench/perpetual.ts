/**
 * npm run bench -- perpetual [--seed N]
 *
 * One stream of orders through the perpetual shard's core (margin, tiers, band, guard and risk checks on) and through the
 * spot shard's, one after the other on this machine; and mark ticks over 10,000 positions. The last line is JSON.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateStream } from './engine/generate.ts';
import { runCore } from './engine/runs.ts';
import { runPerpetual } from './perpetual/run.ts';

const timedCount = 200_000;
const buildCount = 20_000;

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function rates(ordersPerSecond: number[]): string {
  return ordersPerSecond.map((rate) => Math.round(rate).toLocaleString('en')).join(', ');
}

async function run(file: string): Promise<void> {
  const perpetual = await runPerpetual(file);
  say(`perpetual core, orders/s of each pass: ${rates(perpetual.ordersPerSecond)} (${perpetual.trades} trades)`);
  const { ticks } = perpetual;
  say(`tick over ${ticks.positions} positions: p50 ${ticks.p50} ms, p99 ${ticks.p99} ms, longest ${ticks.max} ms`);
  if (ticks.liquidated > 0) say(`${ticks.liquidated} of them were closed on the way`);
  const spot = await runCore(file);
  say(`spot core, orders/s of each pass: ${rates(spot.ordersPerSecond)} (${spot.trades} trades)`);
  // The best pass of each: the others differ only by what else the machine was doing.
  const best = Math.max(...perpetual.ordersPerSecond);
  const result = {
    bench: 'perpetual',
    ordersPerSecond: Math.round(best),
    ratioToSpotCore: Math.round((best / Math.max(...spot.ordersPerSecond)) * 1000) / 1000,
    tickMs: { p50: ticks.p50, p99: ticks.p99 },
    positions: ticks.positions,
  };
  say(JSON.stringify(result));
}

const folder = mkdtempSync(join(tmpdir(), 'pelican-bench-'));
try {
  const file = join(folder, 'commands');
  writeFileSync(file, generateStream('mixed', Number(values.seed), timedCount, buildCount));
  await run(file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
