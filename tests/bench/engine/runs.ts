/**
 * Each contender runs in a process of its own, so that neither is timed on the other's heap: `node runs.ts core FILE`
 * and `node runs.ts peer FILE` answer with one line of JSON.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { applyV8Settings } from '@pelican/engine/src/v8-settings.ts';
import { describeStream } from './describe.ts';
import { type LatencyUs, latencyPass, throughputPass } from './passes.ts';
import { peerPass, preparePeer } from './peer.ts';
import { prepareStream } from './prepare.ts';
import { RecordStream } from './records.ts';

export interface CoreRun {
  ordersPerSecond: number[];
  latencyUs: LatencyUs;
  trades: number;
  tradedLots: string;
  tradeHash: number;
  live: number;
}

export interface PeerRun {
  ordersPerSecond: number[];
}

const commandsPerEntry = 256;
const corePasses = 8;
const latencyPasses = 3;
const peerPasses = 4;

/** Runs the core on a file of records. */
export async function runCore(file: string): Promise<CoreRun> {
  return (await runApart('core', file)) as CoreRun;
}

/** Runs nodejs-order-book on a file of records. */
export async function runPeer(file: string): Promise<PeerRun> {
  return (await runApart('peer', file)) as PeerRun;
}

async function runApart(contender: string, file: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), contender, file]);
  return JSON.parse(stdout);
}

function benchCore(stream: RecordStream): CoreRun {
  applyV8Settings();
  const prepared = prepareStream(stream, describeStream(stream), commandsPerEntry);
  const ordersPerSecond = Array.from({ length: corePasses }, () => throughputPass(prepared));
  const { trades, live } = prepared;
  return {
    ordersPerSecond,
    latencyUs: leastOf(Array.from({ length: latencyPasses }, () => latencyPass(prepared))),
    trades: trades.count,
    tradedLots: trades.lots.toString(),
    tradeHash: trades.hash,
    live,
  };
}

/** The least of each percentile: what was more was the machine's doing. */
function leastOf(runs: LatencyUs[]): LatencyUs {
  const least = (name: keyof LatencyUs) => Math.min(...runs.map((run) => run[name]));
  return { p50: least('p50'), p99: least('p99'), p999: least('p999') };
}

function benchPeer(stream: RecordStream): PeerRun {
  const commands = preparePeer(stream);
  return { ordersPerSecond: Array.from({ length: peerPasses }, () => peerPass(commands)) };
}

if (import.meta.main) {
  const [contender, file = ''] = process.argv.slice(2);
  const stream = new RecordStream(readFileSync(file));
  process.stdout.write(JSON.stringify(contender === 'core' ? benchCore(stream) : benchPeer(stream)));
}
