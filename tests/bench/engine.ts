/**
 * npm run bench -- engine [--commands FILE] [--profile mixed|hft] [--seed N]
 *
 * One command stream through the spot shard's core (balances, fees, taxes and events on) and through nodejs-order-book
 * (a book alone), one after the other on this machine. The last line is JSON.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateStream } from './engine/generate.ts';
import { runCore, runPeer } from './engine/runs.ts';

const timedCount = 1_000_000;
const buildCount = 20_000;

const { values } = parseArgs({
  options: {
    commands: { type: 'string' },
    profile: { type: 'string', default: 'mixed' },
    seed: { type: 'string', default: '1' },
  },
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function rates(ordersPerSecond: number[]): string {
  return ordersPerSecond.map((rate) => Math.round(rate).toLocaleString('en')).join(', ');
}

function generateInto(folder: string): string {
  const { profile } = values;
  if (profile !== 'mixed' && profile !== 'hft') throw new Error(`the profiles are mixed and hft, not ${profile}`);
  const file = join(folder, 'commands');
  writeFileSync(file, generateStream(profile, Number(values.seed), timedCount, buildCount));
  return file;
}

async function run(file: string): Promise<void> {
  say(`stream: ${values.commands ?? `profile ${values.profile}, seed ${values.seed}`}`);
  const core = await runCore(file);
  say(`core, orders/s of each pass: ${rates(core.ordersPerSecond)}`);
  const { latencyUs } = core;
  say(`core, one command an entry: p50 ${latencyUs.p50} µs, p99 ${latencyUs.p99} µs, p99.9 ${latencyUs.p999} µs`);
  const peer = await runPeer(file);
  say(`nodejs-order-book, orders/s of each pass: ${rates(peer.ordersPerSecond)}`);
  // The best pass of each: the others differ only by what else the machine was doing.
  const best = Math.max(...core.ordersPerSecond);
  const result = {
    bench: 'engine',
    ordersPerSecond: Math.round(best),
    ratioToNodejsOrderBook: Math.round((best / Math.max(...peer.ordersPerSecond)) * 10) / 10,
    latencyUs,
    trades: core.trades,
    tradedLots: core.tradedLots,
    tradeHash: core.tradeHash,
    live: core.live,
    // Every pass ends by checking that all balances add up to what was transferred; a failure throws.
    conserved: true,
  };
  say(JSON.stringify(result));
}

const folder = mkdtempSync(join(tmpdir(), 'pelican-bench-'));
try {
  await run(values.commands ?? generateInto(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
