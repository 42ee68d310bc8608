const firstRetryMs = 10_000;
const retryMaxMs = 15 * 60_000;

/** 10 s, 40 s, 90 s ... and then every 15 minutes. @param attempts that have failed */
export function retryDelayMs(attempts: number): number {
  return Math.min(retryMaxMs, firstRetryMs * attempts ** 2);
}
