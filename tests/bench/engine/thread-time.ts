/**
 * Milliseconds that this thread has really run. On an idle machine that is the time on the clock; on a busy one it leaves
 * out what others did in between, which is what makes two contenders comparable that run one after the other.
 */
export function threadTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How many a second; `elapsedMs` of `threadTimeMs`. */
export function ratePerSecond(count: number, elapsedMs: number): number {
  // The clock counts microseconds: a stream shorter than one is no infinity.
  return count / (Math.max(elapsedMs, 0.001) / 1000);
}
