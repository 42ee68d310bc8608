/** The perpetual shard in a process of its own: `node run.ts FILE` answers with one line of JSON. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { applyV8Settings } from '@pelican/engine/src/v8-settings.ts';
import { RecordStream } from '../engine/records.ts';
import { orderPass, prepareOrders } from './orders.ts';
import { type TickTimes, tickPass } from './ticks.ts';

export interface PerpetualRun {
  ordersPerSecond: number[];
  trades: number;
  ticks: TickTimes;
}

const passes = 4;
const positions = 10_000;
const tickCount = 600;

/** Runs the shard on a file of records, and ticks over many positions. */
export async function runPerpetual(file: string): Promise<PerpetualRun> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), file]);
  return JSON.parse(stdout) as PerpetualRun;
}

function bench(file: string): PerpetualRun {
  applyV8Settings();
  const prepared = prepareOrders(new RecordStream(readFileSync(file)));
  const ordersPerSecond = Array.from({ length: passes }, () => orderPass(prepared));
  return { ordersPerSecond, trades: prepared.trades, ticks: tickPass(positions, tickCount) };
}

if (import.meta.main) process.stdout.write(JSON.stringify(bench(process.argv[2] ?? '')));
