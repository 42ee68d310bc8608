import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../services/process.ts';
import { keptPort } from './ports.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-ports-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const write = (ports: Record<string, number>) => writeFileSync(join(dataDir, 'ports.json'), JSON.stringify(ports));
const read = () => JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8'));
const site = 40_001;

test('a server takes neither the port of the site nor that of another server, whatever the system offers', async () => {
  write({ redis: 40_002 });
  const offered = [site, 40_002, 40_003];
  expect(await keptPort({ dataDir, port: site }, 'postgres', async () => offered.shift() ?? 0)).toBe(40_003);
  expect(read()).toEqual({ redis: 40_002, postgres: 40_003 });
});

test('a server keeps its port while that is free, and until the site is given the same one', async () => {
  const kept = await freePort();
  write({ postgres: kept });
  expect(await keptPort({ dataDir, port: site }, 'postgres')).toBe(kept);
  expect(await keptPort({ dataDir, port: kept }, 'postgres')).not.toBe(kept);

  write({ postgres: kept });
  const other = createServer().listen(kept, '127.0.0.1');
  await once(other, 'listening');
  expect(await keptPort({ dataDir, port: site }, 'postgres')).not.toBe(kept);
  other.close();
  await once(other, 'close');
});

test('a free port is none that the system gives to an outgoing connection', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThan(1_024);
});
