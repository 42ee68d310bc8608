/** Limits that hold over all API processes: counted in Redis, in windows of fixed length. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { takeFromWindows } from '../redis/index.ts';
import { addressKeys } from './address-key.ts';
import { addressesOfSite } from './address-limits.ts';
import { tooMany } from './rate-limit.ts';

export interface Window {
  /** What is counted and for whom: 'chat:user:7'. Only its hash is stored. */
  name: string;
  max: number;
  seconds: number;
}

/** Counts one in each of the windows, or in none when one is full. @throws DomainError too_many_requests; details.retryAfterMs says how long to wait */
export async function takeShared(redis: Pick<Redis, 'eval'>, windows: readonly Window[]): Promise<void> {
  const keyOf = (name: string) => `limits:${createHash('sha256').update(name).digest('base64url')}`;
  const counted = windows.map(({ name, max, seconds }) => ({ key: keyOf(name), max, seconds }));
  const waitMs = await takeFromWindows(redis, counted);
  if (waitMs > 0) throw tooMany(waitMs);
}

/** The windows of an address: an IPv6 /48 has the allowance of several addresses. */
export function windowsOfAddress(ip: string, { name, max, seconds }: Window): Window[] {
  const { address, site } = addressKeys(ip);
  const own = { name: `${name}:address:${address}`, max, seconds };
  if (site === address) return [own];
  return [own, { name: `${name}:site:${site}`, max: max * addressesOfSite, seconds }];
}
