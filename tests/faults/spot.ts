import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShardUnderFault } from './shard-under-fault.ts';
import { checkLedger, checkOrders, checkProjection, checkTransfers, withSettledReplay } from './spot-checks.ts';
import { SpotLoad } from './spot-load.ts';

/** The spot shard under a load of limit orders and cancellations on LTC_USDT. */
export const spot: ShardUnderFault = {
  shard: 'spot',
  enginePart: 'engine-spot',
  load: SpotLoad.start,
  async verify(exchange, database, load) {
    const connection = JSON.parse(readFileSync(join(exchange.dataDir, 'connection.json'), 'utf8'));
    await withSettledReplay({ redisUrl: connection.REDIS_URL, dataDir: exchange.dataDir, database }, (replayed) =>
      checkProjection(database, replayed),
    );
    await checkOrders(database, load as SpotLoad);
    await checkTransfers(database, load as SpotLoad);
    await checkLedger(database);
    // The operator's own tools must come to the same verdict: they end with an error otherwise.
    await exchange.ops('audit');
    await exchange.ops('replay');
  },
};
