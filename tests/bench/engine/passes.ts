/** The timed passes, each from a fresh core whose final state is checked. */
import { checkInvariants } from '@pelican/engine/src/core/invariants.ts';
import { CoreUnderBench } from './core-under-bench.ts';
import { ordersAndBalances, type PreparedEntry, type PreparedStream } from './prepare.ts';

function checkResult(core: CoreUnderBench, prepared: PreparedStream): void {
  checkInvariants(core.shard);
  const hash = ordersAndBalances(core);
  if (hash !== prepared.stateHash) throw new Error(`a pass ended in state ${hash}, not ${prepared.stateHash}`);
}

/** Applies the packed entries and returns the orders a second over the timed ones. */
export function throughputPass(prepared: PreparedStream): number {
  const core = new CoreUnderBench(prepared.world);
  let elapsedMs = 0;
  let commandCount = 0;
  for (const run of runsOf(prepared.packed)) {
    const startedMs = performance.now();
    for (const entry of run) core.applyPrepared(entry.bytes);
    if (run[0]?.isTimed !== true) continue;
    elapsedMs += performance.now() - startedMs;
    for (const entry of run) commandCount += entry.commandCount;
  }
  checkResult(core, prepared);
  return commandCount / (elapsedMs / 1000);
}

/** Neighbouring entries of one phase, so that the clock is read once a run. */
function runsOf(entries: PreparedEntry[]): PreparedEntry[][] {
  const runs: PreparedEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run && run[0]?.isTimed === entry.isTimed) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

export interface LatencyUs {
  p50: number;
  p99: number;
  p999: number;
}

/**
 * The time of each timed command alone, in an entry of its own, with the clock read before and after it; what two
 * readings of the clock cost by themselves (their median) is taken off each time.
 */
export function latencyPass(prepared: PreparedStream): LatencyUs {
  const core = new CoreUnderBench(prepared.world);
  const timesUs = new Float64Array(prepared.single.length);
  const clockUs = clockCostUs();
  let count = 0;
  for (const entry of prepared.single) {
    const before = performance.now();
    core.applyPrepared(entry.bytes);
    const after = performance.now();
    if (entry.isTimed) timesUs[count++] = Math.max(0, (after - before) * 1000 - clockUs);
  }
  checkResult(core, prepared);
  const sorted = timesUs.subarray(0, count).sort();
  const percentile = (share: number) => round3(sorted[Math.min(count - 1, Math.floor(count * share))] as number);
  return { p50: percentile(0.5), p99: percentile(0.99), p999: percentile(0.999) };
}

function clockCostUs(): number {
  const costs = new Float64Array(100_001);
  for (let i = 0; i < costs.length; i++) {
    const before = performance.now();
    costs[i] = (performance.now() - before) * 1000;
  }
  return costs.sort()[50_000] as number;
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
