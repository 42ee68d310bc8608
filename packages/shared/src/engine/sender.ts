/** The numbers of journal writers. */

const key = 'senders';

/** KEYS: the newest number. ARGV: the least. Answers a number above both. */
const takeScript = `local newest = tonumber(redis.call('GET', KEYS[1]) or '0')
local sender = math.max(newest, tonumber(ARGV[1])) + 1
redis.call('SET', KEYS[1], string.format('%.0f', sender))
return sender`;

interface ScriptRunner {
  eval(script: string, keyCount: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
}

/**
 * A number that no writer has had: the engine drops an entry whose (sender, counter) it has seen. It is above the seconds
 * since 1970, so that a Redis that went back to an older state repeats only numbers that were given within the last second.
 */
export async function takeSender(redis: ScriptRunner): Promise<number> {
  return Number(await redis.eval(takeScript, 1, key, Math.floor(Date.now() / 1000)));
}

/**
 * What a writer counts its entries from: microseconds since 1970. When Redis has lost a number and gives it again within a
 * second, the counters of its second writer are still above those of the first.
 */
export function startingCounter(): number {
  return Date.now() * 1000;
}
