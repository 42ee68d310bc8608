/** The timed passes, each from a fresh core whose final state is checked. */
import { checkInvariants } from '@pelican/engine/src/core/spot/invariants.ts';
import { cpuTimeMs, ratePerSecond } from '../shared/cpu-time.ts';
import { CoreUnderBench } from './core-under-bench.ts';
import { endState, type PreparedStream } from './prepare.ts';

function checkResult(core: CoreUnderBench, prepared: PreparedStream): void {
  checkInvariants(core.shard);
  const state = endState(core);
  if (state !== prepared.stateHash) throw new Error(`a pass ended in state ${state}, not ${prepared.stateHash}`);
}

/** Applies the packed entries and returns the orders a second over the timed ones. */
export function throughputPass(prepared: PreparedStream): number {
  const core = new CoreUnderBench(prepared.world);
  const { packed, timedCount } = prepared;
  let elapsedMs = 0;
  for (let from = 0; from < packed.count; ) {
    const isTimed = packed.isTimed(from);
    let to = from;
    while (to < packed.count && packed.isTimed(to) === isTimed) to++;
    const startedMs = cpuTimeMs();
    for (let i = from; i < to; i++) core.applyPrepared(packed.entry(i));
    if (isTimed) elapsedMs += cpuTimeMs() - startedMs;
    from = to;
  }
  checkResult(core, prepared);
  return ratePerSecond(timedCount, elapsedMs);
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
  const { single } = prepared;
  const timesUs = new Float64Array(single.count);
  const clockUs = clockCostUs();
  let count = 0;
  for (let i = 0; i < single.count; i++) {
    const entry = single.entry(i);
    const before = performance.now();
    core.applyPrepared(entry);
    const after = performance.now();
    if (single.isTimed(i)) timesUs[count++] = Math.max(0, (after - before) * 1000 - clockUs);
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
