/** A token bucket of one connection: two numbers, no map. */

/** Takes one request; false when too many came. */
export function createAllowance(perSecond: number, burst: number): (nowMs: number) => boolean {
  let tokens = burst;
  let filledMs = 0;
  return (nowMs) => {
    if (filledMs === 0) filledMs = nowMs;
    tokens = Math.min(burst, tokens + ((nowMs - filledMs) * perSecond) / 1000);
    filledMs = nowMs;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
