const neverWoken = new Int32Array(new SharedArrayBuffer(4));
const napMs = 0.01;

/**
 * Milliseconds of CPU that this thread has used. On an idle machine they equal the time on the clock; on a busy one they
 * leave out the time in which other processes ran, so a pass beside other load compares with a pass without.
 *
 * Linux adds a running thread's time to what it reports at its timer's ticks, 4 ms apart, and when the thread gives up
 * the processor. So the thread first sleeps for a moment, which costs some 0.1 ms of the clock and hardly any CPU.
 */
export function cpuTimeMs(): number {
  Atomics.wait(neverWoken, 0, 0, napMs);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How many a second; `elapsedMs` of `cpuTimeMs`. */
export function ratePerSecond(count: number, elapsedMs: number): number {
  // The clock counts microseconds: a stream shorter than one still has a finite rate.
  return count / (Math.max(elapsedMs, 0.001) / 1000);
}
