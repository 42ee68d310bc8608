/** The perpetual core in a process of its own: `node run.ts FILE`. */
import { readFileSync } from 'node:fs';
import { engineNodeArgs } from '@pelican/engine/src/process-settings.ts';
import { applyV8Settings } from '@pelican/engine/src/v8-settings.ts';
import { RecordStream } from '../engine/records.ts';
import { Contender, serveJobs } from '../shared/contender.ts';
import { type CrowdTimes, crowdPass } from './crowd.ts';
import { orderPass, prepareOrders } from './orders.ts';
import { type TickTimes, tickPass } from './ticks.ts';

export interface PerpetualJobs {
  trades: number;
  /** Orders a second. */
  throughput: number;
  ticks: TickTimes;
  guardedTicks: TickTimes;
  crowd: CrowdTimes;
}

const positions = 10_000;
const tickCount = 600;
const crowd = 1_000_000;

/** The perpetual core on a file of records. */
export function startPerpetual(commands: string): Contender<PerpetualJobs> {
  return Contender.start<PerpetualJobs>(new URL(import.meta.url), [commands], engineNodeArgs);
}

function serve(commands: string): void {
  applyV8Settings();
  const prepared = prepareOrders(new RecordStream(readFileSync(commands)));
  serveJobs<PerpetualJobs>({
    trades: () => prepared.trades,
    throughput: () => orderPass(prepared),
    ticks: () => tickPass(positions, tickCount),
    guardedTicks: () => tickPass(positions, tickCount, true),
    crowd: () => crowdPass(crowd),
  });
}

if (import.meta.main) serve(process.argv[2] ?? '');
