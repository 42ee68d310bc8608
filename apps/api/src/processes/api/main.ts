/** The API process: starts its parts, listens, and stops in good order on a signal. */

import { startTracing } from '@pelican/tracing';
import { fillNumbers } from '../../modules/kyc/index.ts';
import { ConfigError, readConfig } from '../../platform/config/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { buildApp } from './app.ts';
import { startParts } from './parts.ts';

/** Requests under way get this long to finish. */
const closeMsMax = 8_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel, config.part);
  // Before the server is built, which has no hooks for traces otherwise.
  const stopTracing = await startTracing(config.tracing, { service: 'pelican-api', part: config.part, log });
  const parts = await startParts(config, log);
  const app = await buildApp(parts);
  await app.listen({ port: config.port, host: config.host });
  log.info({ port: config.port }, 'listening');
  const { pool } = parts;
  fillNumbers({ pool, encryptionKeys: config.apiKeyEncryptionKeys, log }).catch((error: unknown) =>
    log.error({ err: error }, 'verifications of earlier releases are not compared with others until the next start'),
  );

  let isStopping = false;
  async function stop(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), closeMsMax).unref();
    await app.close();
    await parts.close();
    await stopTracing();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else createLogger('info').fatal({ err: error }, 'the API could not start');
  process.exit(1);
});
