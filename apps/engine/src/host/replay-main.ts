/**
 * `SHARD=spot REDIS_URL=... DATA_DIR=... node apps/engine/src/host/replay-main.ts [position]`: replays the journal from
 * the first command and prints the outcome as JSON; exit code 1 when it differs from the newest snapshot.
 */
import { Side } from '@pelican/shared/engine/commands.ts';
import { allBalances, bookOrders, type OpenOrder } from '../core/inspect.ts';
import type { Shard } from '../core/shard.ts';
import { ConfigError, readConfig } from './config.ts';
import { bulkConnection } from './connections.ts';
import { replay } from './replay.ts';
import { MissingJournal } from './whole-journal.ts';

async function main(): Promise<void> {
  const { redisUrl, shard, folders } = readConfig({ SHARD: 'spot', ...process.env });
  const until = process.argv[2];
  if (until !== undefined && !/^\d+-\d+$/.test(until))
    throw new ConfigError(`a journal position looks like 1790000000000-0, not like ${until}`);
  const redis = bulkConnection(redisUrl, { info: () => undefined, warn: () => undefined });
  try {
    const result = await replay({ redis, shard, folders, ...(until === undefined ? {} : { until }) });
    const balances = allBalances(result.shard).map(({ user, asset, available, frozen }) => ({
      user,
      asset,
      available: String(available),
      frozen: String(frozen),
    }));
    const { position, seq, stateHash, entryCount, snapshot } = result;
    const openOrders = allOrders(result.shard).map(({ orderId, user, market, side, priceTicks, remainingLots }) => ({
      orderId,
      user,
      market,
      side,
      priceTicks,
      remainingLots,
    }));
    process.stdout.write(
      `${JSON.stringify({ shard, position, seq, stateHash, entryCount, openOrders, snapshot, balances })}\n`,
    );
    if (snapshot && !snapshot.isEqual) process.exitCode = 1;
  } finally {
    redis.disconnect();
  }
}

function allOrders(shard: Shard): OpenOrder[] {
  const sides = [Side.buy, Side.sell];
  return shard.markets.flatMap((market) =>
    market ? sides.flatMap((side) => bookOrders(shard, market.settings.id, side)) : [],
  );
}

await main().catch((error: Error) => {
  const isExpected = error instanceof ConfigError || error instanceof MissingJournal;
  process.stderr.write(`${isExpected ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
