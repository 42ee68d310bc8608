/** How long ago each network was read, as the worker's figures have it. */
import { createRequire } from 'node:module';
import { addExchangeMetrics } from '@pelican/api/src/processes/worker/exchange-metrics.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestNetwork, type TestNetwork } from '../../support/networks.ts';

let network: TestNetwork;
// Of the package that has it.
const { Registry } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('prom-client');
const registry = new Registry() as Parameters<typeof addExchangeMetrics>[0];

beforeAll(async () => {
  network = await startTestNetwork();
  addExchangeMetrics(registry, network.workerPool);
  await network.watch();
});
afterAll(() => network.close());

const sql = (text: string) => network.api.parts.pool.query(text);
const seconds = async () =>
  Number(/^network_unread_seconds\{network="SANDBOX"\} (\S+)$/m.exec(await registry.metrics())?.[1] ?? Number.NaN);

test('it grows while the watcher does not read, and a network that is closed both ways has none', async () => {
  expect(await seconds()).toBeLessThan(60);
  await sql(`UPDATE chain_cursors SET asked_at = now() - interval '20 minutes'`);
  expect(await seconds()).toBeGreaterThanOrEqual(1_200);
  await network.watch();
  expect(await seconds()).toBeLessThan(60);
  await sql('UPDATE networks SET deposits_enabled = false, withdrawals_enabled = false');
  expect(await seconds()).toBeNaN();
});
