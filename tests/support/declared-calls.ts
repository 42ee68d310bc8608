import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@pelican/shared/contracts';

const contracts = join(import.meta.dirname, '../../packages/shared/src/contracts');
const callName = /^(?:GET|POST|DELETE) \//;

/** The calls of every table of the contracts, by their names. */
export async function declaredCalls(): Promise<[name: string, declared: Endpoint][]> {
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: contracts }));
  const sources = files.filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(sources.map((file) => import(join(contracts, file)) as Promise<object>));
  const exported = modules.flatMap((module) => Object.values(module) as unknown[]);
  const tables = exported.filter((one): one is object => typeof one === 'object' && one !== null);
  const calls = tables.flatMap((table) => Object.entries<Endpoint>(table as Record<string, Endpoint>));
  return [...new Map(calls.filter(([name]) => callName.test(name)))];
}
