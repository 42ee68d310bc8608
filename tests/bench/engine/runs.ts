/** The contenders on one stream: `node runs.ts core|plainCore|peer FILE`, each a process of its own. */
import { readFileSync } from 'node:fs';
import { engineNodeArgs } from '@pelican/engine/src/process-settings.ts';
import { applyV8Settings } from '@pelican/engine/src/v8-settings.ts';
import { Contender, serveJobs } from '../shared/contender.ts';
import { describeStream } from './describe.ts';
import { type LatencyUs, latencyPass, throughputPass } from './passes.ts';
import { peerPass, preparePeer } from './peer.ts';
import { prepareStream } from './prepare.ts';
import { RecordStream } from './records.ts';

export interface StreamResult {
  trades: number;
  tradedLots: string;
  tradeHash: number;
  live: number;
}

export interface CoreJobs {
  prepare: StreamResult;
  /** Orders a second. */
  throughput: number;
  latency: LatencyUs;
}

export interface PeerJobs {
  /** Orders a second. */
  throughput: number;
}

const file = new URL(import.meta.url);
const commandsPerEntry = 256;

/** The spot core on a file of records. */
export function startCore(commands: string): Contender<CoreJobs> {
  return Contender.start<CoreJobs>(file, ['core', commands], engineNodeArgs);
}

/** The spot core on the same orders without client ids, fees and taxes. */
export function startPlainCore(commands: string): Contender<CoreJobs> {
  return Contender.start<CoreJobs>(file, ['plainCore', commands], engineNodeArgs);
}

/** nodejs-order-book on a file of records. */
export function startPeer(commands: string): Contender<PeerJobs> {
  return Contender.start<PeerJobs>(file, ['peer', commands]);
}

function serveCore(stream: RecordStream, isPlain: boolean): void {
  applyV8Settings();
  const prepared = prepareStream(stream, { ...describeStream(stream), isPlain }, commandsPerEntry);
  const { trades, live } = prepared;
  serveJobs<CoreJobs>({
    prepare: () => ({ trades: trades.count, tradedLots: trades.lots.toString(), tradeHash: trades.hash, live }),
    throughput: () => throughputPass(prepared),
    latency: () => latencyPass(prepared),
  });
}

function servePeer(stream: RecordStream): void {
  const commands = preparePeer(stream);
  serveJobs<PeerJobs>({ throughput: () => peerPass(commands) });
}

if (import.meta.main) {
  const [contender, commands = ''] = process.argv.slice(2);
  const stream = new RecordStream(readFileSync(commands));
  if (contender === 'peer') servePeer(stream);
  else serveCore(stream, contender === 'plainCore');
}
