/** Limits that hold over all API processes: counted in Redis, in windows of fixed length. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { addressKeys } from './address-key.ts';
import { addressesOfSite } from './address-limits.ts';
import { tooMany } from './rate-limit.ts';

export interface Window {
  /** What is counted, of whom: 'chat:user:7'. Only its hash is stored. */
  name: string;
  max: number;
  seconds: number;
}

/** KEYS: counts. ARGV: of each window its limit and its seconds. Counts nothing when one of the windows is full. */
const takeScript = `
local wait = 0
for i = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or '0') >= tonumber(ARGV[2 * i - 1]) then
    wait = math.max(wait, redis.call('PTTL', KEYS[i]), 1)
  end
end
if wait > 0 then return wait end
for i = 1, #KEYS do
  if redis.call('INCR', KEYS[i]) == 1 then redis.call('EXPIRE', KEYS[i], ARGV[2 * i]) end
end
return 0`;

/** Counts one in each of the windows. @throws DomainError too_many_requests; details.retryAfterMs says how long to wait */
export async function takeShared(redis: Pick<Redis, 'eval'>, windows: readonly Window[]): Promise<void> {
  const keys = windows.map(({ name }) => `limits:${createHash('sha256').update(name).digest('base64url')}`);
  const limits = windows.flatMap(({ max, seconds }) => [max, seconds]);
  const waitMs = Number(await redis.eval(takeScript, keys.length, ...keys, ...limits));
  if (waitMs > 0) throw tooMany(waitMs);
}

/** The windows of an address: an IPv6 /48 has the allowance of several addresses. */
export function windowsOfAddress(ip: string, { name, max, seconds }: Window): Window[] {
  const { address, site } = addressKeys(ip);
  const own = { name: `${name}:address:${address}`, max, seconds };
  if (site === address) return [own];
  return [own, { name: `${name}:site:${site}`, max: max * addressesOfSite, seconds }];
}
