/**
 * npm run bench -- engine [--commands FILE] [--profile mixed|hft] [--seed N] [--plain]
 *
 * One command stream through the spot shard's core (balances, fees, taxes, client ids and events on) and through
 * nodejs-order-book (a book alone), in alternating passes on this machine. The last line is JSON. With --plain the core also
 * runs on the same orders without client ids, fees and taxes, and the last line has `plainRatioToNodejsOrderBook`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateStream } from './engine/generate.ts';
import type { LatencyUs } from './engine/passes.ts';
import { type CoreJobs, type PeerJobs, startCore, startPeer, startPlainCore } from './engine/runs.ts';
import { alternate, type Contender } from './shared/contender.ts';
import { describeRates, ratioSpread, spreadOf } from './shared/spread.ts';

const timedCount = 1_000_000;
const buildCount = 20_000;
/** In which the compiler finishes; not counted. */
const warmUpRounds = 1;
const rounds = 5;
const latencyPasses = 3;

const { values } = parseArgs({
  options: {
    commands: { type: 'string' },
    profile: { type: 'string', default: 'mixed' },
    seed: { type: 'string', default: '1' },
    plain: { type: 'boolean', default: false },
  },
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function generateInto(folder: string): string {
  const { profile } = values;
  if (profile !== 'mixed' && profile !== 'hft') throw new Error(`the profiles are mixed and hft, not ${profile}`);
  const file = join(folder, 'commands');
  writeFileSync(file, generateStream(profile, Number(values.seed), timedCount, buildCount));
  return file;
}

/** The least of each percentile: the rest is other load, which the clock includes. */
function leastOf(passes: readonly LatencyUs[]): LatencyUs {
  const least = (name: keyof LatencyUs) => Math.min(...passes.map((pass) => pass[name]));
  return { p50: least('p50'), p99: least('p99'), p999: least('p999') };
}

async function measure(
  core: Contender<CoreJobs>,
  peer: Contender<PeerJobs>,
  plainCore: Contender<CoreJobs> | undefined,
): Promise<void> {
  const { trades, tradedLots, tradeHash, live } = await core.run('prepare');
  await plainCore?.run('prepare');
  const passes = [core, peer, ...(plainCore ? [plainCore] : [])].map((contender) => () => contender.run('throughput'));
  await alternate(warmUpRounds, passes);
  const [coreRates = [], peerRates = [], plainRates = []] = await alternate(rounds, passes);
  const [latencies = []] = await alternate(latencyPasses, [() => core.run('latency')]);
  const latencyUs = leastOf(latencies);
  say(describeRates('core', coreRates));
  say(describeRates('nodejs-order-book', peerRates));
  if (plainCore) say(describeRates('core, plain orders', plainRates));
  say(`core, one command an entry: p50 ${latencyUs.p50} µs, p99 ${latencyUs.p99} µs, p99.9 ${latencyUs.p999} µs`);
  const ratio = ratioSpread(coreRates, peerRates, 1);
  const ordersPerSecond = spreadOf(coreRates);
  const result = {
    bench: 'engine',
    ordersPerSecond: ordersPerSecond.median,
    ratioToNodejsOrderBook: ratio.median,
    ...(plainCore ? { plainRatioToNodejsOrderBook: ratioSpread(plainRates, peerRates, 1).median } : {}),
    latencyUs,
    trades,
    tradedLots,
    tradeHash,
    live,
    // Every pass ends by checking that all balances add up to what was transferred; a failure throws.
    conserved: true,
    spread: { ordersPerSecond, ratioToNodejsOrderBook: ratio },
  };
  say(JSON.stringify(result));
}

async function run(file: string): Promise<void> {
  say(`stream: ${values.commands ?? `profile ${values.profile}, seed ${values.seed}`}`);
  const core = startCore(file);
  const peer = startPeer(file);
  const plainCore = values.plain ? startPlainCore(file) : undefined;
  try {
    await measure(core, peer, plainCore);
  } finally {
    core.stop();
    peer.stop();
    plainCore?.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'pelican-bench-'));
try {
  await run(values.commands ?? generateInto(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
