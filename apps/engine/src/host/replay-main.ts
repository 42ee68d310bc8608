/**
 * `SHARD=<name> REDIS_URL=... DATA_DIR=... node apps/engine/src/host/replay-main.ts [position]`: replays the journal from
 * the first command and prints the outcome as JSON; exit code 1 when it differs from the newest snapshot or the published events.
 */
import { ConfigError } from '@pelican/shared/settings';
import { readConfig } from './config.ts';
import { bulkConnection } from './connections.ts';
import { coreOf } from './cores.ts';
import { replay } from './replay.ts';
import { MissingJournal } from './whole-journal.ts';

async function main(): Promise<void> {
  const { redisUrl, shard, folders } = readConfig(process.env);
  const until = process.argv[2];
  if (until !== undefined && !/^\d+-\d+$/.test(until))
    throw new ConfigError(`a journal position looks like 1790000000000-0, not like ${until}`);
  const redis = bulkConnection(redisUrl, { info: () => undefined, warn: () => undefined });
  try {
    const core = coreOf(shard);
    const result = await replay({ core, redis, shard, folders, ...(until === undefined ? {} : { until }) });
    const { position, seq, stateHash, digest, entryCount, snapshot, published } = result;
    const facts = {
      shard: shard.name,
      position,
      seq,
      stateHash,
      digest,
      entryCount,
      snapshot,
      published,
      ...core.report(result.shard),
    };
    process.stdout.write(`${JSON.stringify(facts)}\n`);
    if (snapshot?.isEqual === false || published?.isEqual === false) process.exitCode = 1;
  } finally {
    redis.disconnect();
  }
}

await main().catch((error: Error) => {
  const isExpected = error instanceof ConfigError || error instanceof MissingJournal;
  process.stderr.write(`${isExpected ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
