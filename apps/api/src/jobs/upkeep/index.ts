/** The jobs that belong to no domain: the outbox of the shards, partitions of months, rows that nothing reads any more. */

import type { Shard } from '@pelican/shared/engine';
import { perpetualWire } from '@pelican/shared/engine/perpetual';
import { spotWire } from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { renewWorkerAlive } from '../../platform/redis/index.ts';
import { JournalWriter, readCursor, startAgain } from '../../shards/index.ts';
import { every, type IntervalJob } from '../define.ts';
import { deleteOldRows } from './delete-old-rows.ts';
import { makeMonthPartitions } from './month-partitions.ts';
import { relayOutbox } from './relay-outbox.ts';

const secondMs = 1_000;
const hourMs = 3_600_000;

export interface UpkeepDeps {
  pool: pg.Pool;
  redis: Redis;
  shards: readonly Shard[];
  log: Pick<Logger, 'info' | 'error'>;
}

/** Opens what the jobs need of the shards; `close` ends it, after the jobs. */
export async function openUpkeep(deps: UpkeepDeps): Promise<{ jobs: IntervalJob[]; close(): void }> {
  const { pool, redis, shards, log } = deps;
  const relays = await Promise.all(shards.map((shard) => openRelay(deps, shard)));
  const jobs = [
    every(secondMs, 'renew-alive', () => renewWorkerAlive(redis)),
    every(secondMs, 'relay-outbox', async () => {
      const counts = await Promise.all(relays.map((relay) => relay.run()));
      const sent = counts.reduce((sum, count) => sum + count, 0);
      if (sent > 0) log.info({ sent }, 'outbox commands sent');
    }),
    every(hourMs, 'make-month-partitions', async () => {
      const made = await makeMonthPartitions(pool);
      if (made.length > 0) log.info({ made }, 'partitions made');
    }),
    every(hourMs, 'delete-old-rows', async () => {
      const deleted = await deleteOldRows(pool, (kind, error) =>
        log.error({ err: error, kind }, 'old rows could not be deleted; tried again in an hour'),
      );
      if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'old rows deleted');
    }),
  ];
  return {
    jobs,
    close() {
      for (const relay of relays) relay.close();
    },
  };
}

/** What sends a shard's commands. */
async function openRelay(
  { pool, redis, log }: UpkeepDeps,
  shard: Shard,
): Promise<{ run(): Promise<number>; close(): void }> {
  const warn = (message: string) => log.error(message);
  const options = { known: (await readCursor(pool, shard)).position, onRecovered: startAgain };
  if (shard.kind === 'spot') {
    const journal = await JournalWriter.open(redis, shard, spotWire, options);
    return { run: () => relayOutbox({ pool, redis, journal, shard, warn }), close: () => journal.close() };
  }
  const journal = await JournalWriter.open(redis, shard, perpetualWire, options);
  return { run: () => relayOutbox({ pool, redis, journal, shard, warn }), close: () => journal.close() };
}
