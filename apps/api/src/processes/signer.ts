/**
 * The signer process: holds the keys of all networks, and speaks to Postgres and the worker alone. With the argument extended-public-keys it
 * prints those of EVM networks and ends, with bitcoin-extended-public-keys those of the Bitcoin family.
 */
import { join, resolve } from 'node:path';
import { readSettings } from '@pelican/shared/settings';
import { collectDefaultMetrics, Registry } from 'prom-client';
import {
  bitcoinDescriptors,
  createSignerServer,
  extendedPublicKeys,
  limitsOf,
  openKeyFile,
  openSeed,
  signerSettings,
} from '../modules/signer/index.ts';
import { ConfigError, root } from '../platform/config/index.ts';
import { createPool } from '../platform/database/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { listenForMetrics, metricsAddressOf } from '../platform/metrics/index.ts';

/** By the first argument. */
const printers: Readonly<Record<string, typeof extendedPublicKeys>> = {
  'extended-public-keys': extendedPublicKeys,
  'bitcoin-extended-public-keys': bitcoinDescriptors,
};

async function main(): Promise<void> {
  const config = readSettings(signerSettings, process.env);
  const part = config.PART ?? 'signer';
  const log = createLogger(config.LOG_LEVEL, part);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  const pool = createPool({ databaseUrl: config.DATABASE_URL, databasePoolMax: 3 }, log);
  const file = join(resolve(root, config.DATA_DIR), 'signer', 'keys.json');
  const seed = await openSeed(pool, openKeyFile(file, config.SIGNER_PASSPHRASE));
  const print = printers[process.argv[2] ?? ''];
  if (print) {
    process.stdout.write(`${await print(pool, seed)}\n`);
    await pool.end();
    return;
  }
  const limits = limitsOf(config.SIGNER_LIMITS);
  const feeLimits = limitsOf(config.SIGNER_FEE_LIMITS);
  const coldAddresses = limitsOf(config.SIGNER_COLD_ADDRESSES);
  const gasLimits = limitsOf(config.SIGNER_GAS_LIMITS);
  const secret = config.SIGNER_SECRET;
  const server = createSignerServer({ pool, seed, limits, feeLimits, gasLimits, coldAddresses, secret, log });
  await server.listen({ host: config.SIGNER_HOST, port: config.SIGNER_PORT });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = await listenForMetrics(registry, metricsAddressOf(config, part));
  log.info({ port: config.SIGNER_PORT }, 'signer started');
  await stopped;
  await server.close();
  metrics.close();
  await pool.end();
  process.exit();
}

await main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error.stack}\n`);
  process.exit(1);
});
