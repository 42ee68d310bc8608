/**
 * The engine's part of `npm run ops -- recover-journal`; prints its result as JSON.
 *
 *   SHARD=... REDIS_URL=... DATA_DIR=... node apps/engine/src/host/recover-journal-main.ts <settled> <known> [--accept-loss]
 */
import { ConfigError } from '@pelican/shared/settings';
import { readConfig } from './config.ts';
import { bulkConnection } from './connections.ts';
import { ConflictingCopies } from './copied-entries.ts';
import { recoverJournal } from './recover-journal.ts';
import { JournalChanged } from './replace-journal.ts';

async function main(): Promise<void> {
  const [settled = '', known = '', option] = process.argv.slice(2);
  if (![settled, known].every((position) => /^\d+-\d+$/.test(position)))
    throw new ConfigError('two positions are missing');
  const { redisUrl, shard, folders } = readConfig(process.env);
  const redis = bulkConnection(redisUrl, { info: () => undefined, warn: () => undefined });
  try {
    const acceptLoss = option === '--accept-loss';
    const result = await recoverJournal({ redis, shard, folders, settled, known, acceptLoss });
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } finally {
    redis.disconnect();
  }
}

await main().catch((error: Error) => {
  const isExpected = [ConfigError, ConflictingCopies, JournalChanged].some((kind) => error instanceof kind);
  process.stderr.write(`${isExpected ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
