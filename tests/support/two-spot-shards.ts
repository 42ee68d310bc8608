/** One API process over two spot shards with a market each, and the processes of both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { parseShards, type ShardOf, shardParts, shardsOfKind } from '@pelican/shared/engine';
import { until } from '../../scripts/services/process.ts';
import { type CommandLine, commandLine } from './command-line.ts';
import { creditShard, isOutboxDelivered } from './ledger-users.ts';
import { type PartProcess, startEngine, startPart } from './processes.ts';
import { startTestApi, type TestApi, type TestUser } from './test-api.ts';

const SHARDS = 'spot=1:spot,perpetual=2:perpetual,alts=3:spot';
const waitMs = 90_000;

export interface TwoSpotShards {
  api: TestApi;
  ops: CommandLine;
  spot: ShardOf<'spot'>;
  /** It matches GOLD_USDT, and nothing else. */
  alts: ShardOf<'spot'>;
  /** Money from outside into a user's wallet in a shard. */
  fund(user: TestUser, ticker: string, amount: string, toShard: ShardOf<'spot'>): Promise<void>;
  /** Kills the engine of a shard for good. */
  killEngine(shard: ShardOf<'spot'>): Promise<void>;
  stop(): Promise<void>;
}

export async function startTwoSpotShards(): Promise<TwoSpotShards> {
  const api = await startTestApi({ SHARDS, TRANSFERS_PER_MINUTE: '12' });
  const [spot, alts] = shardsOfKind(parseShards(SHARDS), 'spot') as [ShardOf<'spot'>, ShardOf<'spot'>];
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-two-spot-'));
  const env = { SHARDS, DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl };
  const ops = commandLine({ ...env, DATA_DIR: dataDir });
  const parts: PartProcess[] = [];
  const engines = new Map<string, PartProcess>();
  for (const shard of [spot, alts]) {
    const engine = startEngine({ redisUrl: api.redisUrl, dataDir, shard: shard.name, env });
    engines.set(shard.name, engine);
    parts.push(engine);
    const entry = 'apps/api/src/processes/settlement.ts';
    parts.push(startPart({ name: shardParts(shard).settlement, entry, dataDir, env: { ...env, SHARD: shard.name } }));
  }
  parts.push(startPart({ name: 'worker', entry: 'apps/api/src/processes/worker.ts', dataDir, env }));
  const { pool } = api.parts;
  const delivered = () => until('the outbox is delivered', () => isOutboxDelivered(pool), waitMs);

  async function run(...args: string[]): Promise<void> {
    const { code, errors } = await ops(...args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${errors.join('\n')}`);
  }

  await inTransaction(pool, publishListings);
  await delivered();
  await run('list-asset', 'GOLD', 'label=Gold', 'scale=8');
  await run(
    'list-market',
    'GOLD_USDT',
    'shard=alts',
    ...'priceStep=0.01 amountStep=0.0001 amountMin=0.001 amountMax=1000 totalMin=1 priceMax=10000'.split(' '),
    ...'makerFeePpm=0 takerFeePpm=0 serviceFeePpm=0 serviceFeeBuyPpm=0'.split(' '),
  );
  await delivered();
  return {
    api,
    ops,
    spot,
    alts,
    async fund(user, ticker, amount, toShard) {
      const assetId = api.parts.spot.catalog().assetByTicker(ticker)?.id ?? 0;
      await creditShard(pool, { userId: user.id, assetId, amount, to: 'trade', toShard });
      await delivered();
    },
    killEngine: async ({ name }) => engines.get(name)?.kill(),
    async stop() {
      for (const part of parts) if (part.isRunning()) await part.kill();
      await api.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
