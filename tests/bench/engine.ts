/**
 * npm run bench -- engine [--commands FILE] [--profile mixed|hft] [--seed N]
 *
 * One command stream through the spot shard's core (balances, fees, taxes and events on) and through nodejs-order-book,
 * in one process and one run. The last line is JSON.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeStream, generateStream, type Profile } from './engine/generate.ts';
import { latencyPass, throughputPass } from './engine/passes.ts';
import { peerPass, preparePeer } from './engine/peer.ts';
import { prepareStream } from './engine/prepare.ts';
import { RecordStream } from './engine/records.ts';

const timedCount = 1_000_000;
const buildCount = 20_000;
const commandsPerEntry = 256;
const corePasses = 5;
const peerPasses = 2;

const { values } = parseArgs({
  options: {
    commands: { type: 'string' },
    profile: { type: 'string', default: 'mixed' },
    seed: { type: 'string', default: '1' },
  },
});

function readStream(): RecordStream {
  if (values.commands !== undefined) return new RecordStream(readFileSync(values.commands));
  if (values.profile !== 'mixed' && values.profile !== 'hft') throw new Error(`unknown profile ${values.profile}`);
  return new RecordStream(generateStream(values.profile satisfies Profile, Number(values.seed), timedCount, buildCount));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function best(passes: number, pass: () => number, name: string): number {
  let highest = 0;
  for (let i = 1; i <= passes; i++) {
    const ordersPerSecond = pass();
    say(`${name}, pass ${i}: ${Math.round(ordersPerSecond).toLocaleString('en')} orders/s`);
    highest = Math.max(highest, ordersPerSecond);
  }
  return highest;
}

const stream = readStream();
const timed = stream.timedCount();
say(`${stream.count} commands, ${timed} timed, from ${values.commands ?? `profile ${values.profile}, seed ${values.seed}`}`);
const prepared = prepareStream(stream, describeStream(stream), commandsPerEntry);
const core = best(corePasses, () => throughputPass(prepared), 'core');
const latencyUs = latencyPass(prepared);
say(`core, one command an entry: p50 ${latencyUs.p50} µs, p99 ${latencyUs.p99} µs, p99.9 ${latencyUs.p999} µs`);
const peerCommands = preparePeer(stream);
const peer = best(peerPasses, () => peerPass(peerCommands), 'nodejs-order-book');
const result = {
  bench: 'engine',
  ordersPerSecond: Math.round(core),
  ratioToNodejsOrderBook: Math.round((core / peer) * 10) / 10,
  latencyUs,
  trades: prepared.trades.count,
  tradedLots: prepared.trades.lots.toString(),
  tradeHash: prepared.trades.hash,
  live: prepared.live,
  // Every pass ends by checking that all balances add up to what was transferred; a failure throws.
  conserved: true,
};
say(JSON.stringify(result));
