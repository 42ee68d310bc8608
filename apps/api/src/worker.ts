/** The worker process: sends outbox commands and mails, makes partitions ahead of time, deletes old rows. */

import { perpetualWire } from '@pelican/shared/engine/perpetual/wire.ts';
import type { Shard } from '@pelican/shared/engine/shards.ts';
import { spotWire } from '@pelican/shared/engine/spot/wire.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { Gauge, Registry } from 'prom-client';
import { ConfigError } from './platform/config.ts';
import { createPool } from './platform/database.ts';
import { startAgain } from './platform/journal-guard.ts';
import { JournalWriter } from './platform/journal-writer.ts';
import { createLogger } from './platform/logging.ts';
import { listenForMetrics } from './platform/metrics-port.ts';
import { connectRedis } from './platform/redis.ts';
import { renewWorkerAlive } from './platform/worker-alive.ts';
import { readCursor } from './settlement/index.ts';
import { readWorkerConfig } from './worker/config.ts';
import { deleteOldRows } from './worker/delete-old-rows.ts';
import { smtpSender } from './worker/mail-server.ts';
import { makeMonthPartitions } from './worker/month-partitions.ts';
import { outboxFigures, relayOutbox } from './worker/relay-outbox.ts';
import { runRepeatedJobs } from './worker/repeated-jobs.ts';
import { type SendMail, sendMails } from './worker/send-mail.ts';

/** Without a mail server, mails are read at /dev/mailbox. */
const mailboxOnly: { send: SendMail; close(): void } = { send: async () => undefined, close: () => undefined };

async function main(): Promise<void> {
  const config = readWorkerConfig(process.env);
  const log = createLogger(config.logLevel, process.env.PART ?? 'worker');
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  const pool = createPool({ databaseUrl: config.databaseUrl, databasePoolMax: 4 }, log);
  const redis = connectRedis(config.redisUrl, log);
  const mail = config.smtpUrl ? smtpSender(config.smtpUrl, config.mailFrom) : mailboxOnly;
  const relays = await Promise.all(config.shards.map((shard) => openRelay(pool, redis, shard)));
  const relayAll = async () => {
    const sent = await Promise.all(relays.map((relay) => relay.run()));
    return sent.reduce((sum, count) => sum + count, 0);
  };
  const endpoint = await listenForMetrics(
    outboxMetrics(() => outboxFigures(pool)),
    config.portFile,
  );
  const jobs = runRepeatedJobs(
    redis,
    [
      { name: 'renew-alive', everyMs: 1_000, run: () => renewWorkerAlive(redis) },
      {
        name: 'relay-outbox',
        everyMs: 1_000,
        async run() {
          const sent = await relayAll();
          if (sent > 0) log.info({ sent }, 'outbox commands sent');
        },
      },
      {
        name: 'make-month-partitions',
        everyMs: 3_600_000,
        async run() {
          const made = await makeMonthPartitions(pool);
          if (made.length > 0) log.info({ made }, 'partitions made');
        },
      },
      {
        name: 'delete-old-rows',
        everyMs: 3_600_000,
        async run() {
          const deleted = await deleteOldRows(pool);
          if (deleted.refreshTokens + deleted.outboxCommands > 0) log.info(deleted, 'old rows deleted');
        },
      },
      {
        name: 'send-mail',
        everyMs: 1_000,
        async run() {
          const onFailure = (failed: { id: number }, error: unknown) =>
            log.error({ err: error, message: failed.id }, 'a mail could not be sent');
          const sent = await sendMails(pool, mail.send, onFailure);
          if (sent > 0) log.info({ sent }, 'mails sent');
        },
      },
    ],
    log,
  );
  log.info('worker started');
  await stopped;
  await jobs.close();
  endpoint.close();
  mail.close();
  for (const relay of relays) relay.close();
  redis.disconnect();
  await pool.end();
}

/** What sends a shard's commands. */
async function openRelay(
  pool: pg.Pool,
  redis: Redis,
  shard: Shard,
): Promise<{ run(): Promise<number>; close(): void }> {
  const options = { known: (await readCursor(pool, shard)).position, onRecovered: startAgain };
  if (shard.kind === 'spot') {
    const journal = await JournalWriter.open(redis, shard, spotWire, options);
    return { run: () => relayOutbox({ pool, redis, journal, shard }), close: () => journal.close() };
  }
  const journal = await JournalWriter.open(redis, shard, perpetualWire, options);
  return { run: () => relayOutbox({ pool, redis, journal, shard }), close: () => journal.close() };
}

function outboxMetrics(read: () => ReturnType<typeof outboxFigures>): Registry {
  const registry = new Registry();
  const oldest = new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest command that the engine has not answered',
    registers: [registry],
  });
  new Gauge({
    name: 'outbox_waiting',
    help: 'Commands that the engine has not answered',
    registers: [registry],
    async collect() {
      const figures = await read();
      this.set(figures.waiting);
      oldest.set(figures.oldestSeconds);
    },
  });
  return registry;
}

await main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error.stack}\n`);
  process.exit(1);
});
