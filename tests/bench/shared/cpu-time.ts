const neverNotified = new Int32Array(new SharedArrayBuffer(4));
const sleepMs = 0.01;

/**
 * Milliseconds of CPU that this thread has used. On an idle machine they equal the time on the clock; on a busy one they
 * leave out the time in which other processes ran, so a pass beside other load compares with a pass without.
 *
 * Linux updates the reported time of a running thread only at timer ticks (every 4 ms) and when the thread yields the
 * processor. So it first sleeps, which costs some 0.1 ms of the clock and hardly any CPU.
 */
export function cpuTimeMs(): number {
  Atomics.wait(neverNotified, 0, 0, sleepMs);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How many a second; `elapsedMs` of `cpuTimeMs`. */
export function ratePerSecond(count: number, elapsedMs: number): number {
  // The clock counts microseconds: a stream shorter than one still has a finite rate.
  return count / (Math.max(elapsedMs, 0.001) / 1000);
}
