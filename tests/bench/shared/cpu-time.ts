/**
 * Milliseconds of CPU that this thread has used. On an idle machine they equal the time on the clock; on a busy one they
 * leave out the time in which other processes ran, so a pass beside other load compares with a pass without.
 */
export function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How many a second; `elapsedMs` of `cpuTimeMs`. */
export function ratePerSecond(count: number, elapsedMs: number): number {
  // The clock counts microseconds: a stream shorter than one still has a finite rate.
  return count / (Math.max(elapsedMs, 0.001) / 1000);
}
