/** Counters in Redis, which add up over all processes. */
import type { Redis } from 'ioredis';

/** What may be counted in one window of time, which begins with the first count. */
export interface CountWindow {
  key: string;
  max: number;
  seconds: number;
}

/**
 * Lua: `take(first, limits, weight)` adds the weight to the counters KEYS[first] and all after it, unless one of them would pass its limit: then
 * it adds nothing. ARGV has the limit and the seconds of each window, from the index `limits` on. It returns the milliseconds until the last full
 * window ends, and 0 when the weight was added.
 */
export const takeFunction = `
local function take(first, limits, weight)
  local wait = 0
  for i = first, #KEYS do
    local sum = tonumber(redis.call('GET', KEYS[i]) or '0') + weight
    if sum > tonumber(ARGV[limits + 2 * (i - first)]) then wait = math.max(wait, redis.call('PTTL', KEYS[i]), 1) end
  end
  if wait > 0 then return wait end
  for i = first, #KEYS do
    if redis.call('INCRBY', KEYS[i], weight) == weight then
      redis.call('EXPIRE', KEYS[i], ARGV[limits + 2 * (i - first) + 1])
    end
  end
  return 0
end`;

const takeScript = `${takeFunction}
return take(1, 2, tonumber(ARGV[1]))`;

/** The arguments of `take` for windows. */
export function limitsOf(windows: readonly CountWindow[]): number[] {
  return windows.flatMap(({ max, seconds }) => [max, seconds]);
}

/**
 * Adds to each of the windows, or to none of them when one has no room.
 * @returns milliseconds until the last full window ends; 0 when it was added
 */
export async function takeFromWindows(
  redis: Pick<Redis, 'eval'>,
  windows: readonly CountWindow[],
  weight = 1,
): Promise<number> {
  const keys = windows.map(({ key }) => key);
  return Number(await redis.eval(takeScript, keys.length, ...keys, weight, ...limitsOf(windows)));
}

const countScript = `
local count = redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[1])
return count`;

/** Counts one. @param seconds after which the counter is forgotten, from its last count on @returns the count */
export async function countOne(redis: Pick<Redis, 'eval'>, key: string, seconds: number): Promise<number> {
  return Number(await redis.eval(countScript, 1, key, seconds));
}
