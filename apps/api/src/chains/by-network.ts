/** Settings that have a value for each network: `KEY=value`, with commas between them. */
import { z } from 'zod';

export type ByNetwork = ReadonlyMap<string, string>;

/** @param error what a wrong setting must look like */
export function byNetwork(isValue: (value: string) => boolean, error: string) {
  return z
    .string({ error: 'is not set' })
    .transform((text) => new Map(text.split(',').map((one) => splitOnce(one.trim()))))
    .refine((map) => [...map].every(([key, value]) => /^[A-Z0-9]{2,20}$/.test(key) && isValue(value)), { error });
}

/** Where a node answers. */
export const isNodeUrl = (value: string) =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

/** A network that one of two settings names alone. */
export function lonelyNetworks(given: Record<string, string>, [first, second]: readonly [string, string]): string[] {
  const keysOf = (text = '') => (text === '' ? [] : text.split(',').map((one) => splitOnce(one.trim())[0]));
  const [one, other] = [keysOf(given[first]), keysOf(given[second])];
  const lonely = [...one.filter((key) => !other.includes(key)), ...other.filter((key) => !one.includes(key))];
  return lonely.map((key) => `${first} and ${second} must both name ${key}, or neither`);
}

function splitOnce(text: string): [key: string, value: string] {
  const [key = '', ...rest] = text.split('=');
  return [key, rest.join('=')];
}
