/** Listings in Postgres and in the engine, and users with sessions and money. */
import { randomUUID } from 'node:crypto';
import { engineSettings, loadCatalog } from '@pelican/api/src/catalog/index.ts';
import { createTokens } from '@pelican/api/src/identity/index.ts';
import { readConfig } from '@pelican/api/src/platform/config/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { ByteWriter, commandField, finishEntry, shardKeys, startEntry } from '@pelican/shared/engine';
import { type Command, type Configure, Op, writeCommand } from '@pelican/shared/engine/spot';
import pg from 'pg';
import { insertListings } from '../../support/listings.ts';
import { spotShard } from '../../support/shards.ts';
import type { Stack } from './stack.ts';

export interface BenchUser {
  id: number;
  token: string;
}

const commandsPerEntry = 500;
const tokenSeconds = 86_400;
/** Smallest units of each asset that each user gets: enough for any run. */
const fortune = 2 ** 50;
const warnings = { warn: () => undefined };

/** Makes `count` users, with money to trade with unless `isRich` is false; resolves once settlement has booked all of it. */
export async function seed(stack: Stack, count: number, { isRich = true } = {}): Promise<BenchUser[]> {
  await insertListings(stack.databaseUrl);
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  try {
    const users = await insertUsers(pool, count);
    const catalog = await loadCatalog(pool);
    const configure = (settings: Configure['settings']): Command => ({ op: Op.configure, user: 0, settings });
    const commands: Command[] = [
      ...catalog.assets.map(({ id, ticker, scale }) => configure({ kind: 'asset', id, ticker, scale })),
      ...catalog.markets.map((market) => configure(engineSettings(market))),
      configure({
        kind: 'shard',
        serviceAsset: catalog.assetByTicker('PLC')?.id ?? 0,
        pivotAsset: catalog.assetByTicker('USDT')?.id ?? 0,
      }),
    ];
    let transferId = 1;
    for (const { id: user } of isRich ? users : []) {
      for (const { id: asset } of catalog.assets)
        commands.push({ op: Op.transferIn, user, asset, transferId: transferId++, amount: fortune });
    }
    await writeJournal(stack.redisUrl, commands);
    await settled(pool, commands.length);
    return users;
  } finally {
    await pool.end();
  }
}

async function insertUsers(pool: pg.Pool, count: number): Promise<BenchUser[]> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (email, password_hash, nickname, kyc_status)
     SELECT 'bench' || n || '@bench.test', 'none', 'bench' || n, 'approved' FROM generate_series(1, $1::int) n RETURNING id`,
    [count],
  );
  const tokens = createTokens(readConfig({ DATABASE_URL: 'postgres://x', REDIS_URL: 'redis://x' }).accessTokenSecret);
  const users: BenchUser[] = [];
  for (const row of rows) {
    const sessionId = randomUUID();
    await pool.query(
      `INSERT INTO sessions (id, user_id, ip, user_agent, expires_at) VALUES ($1, $2, '127.0.0.1', 'bench', now() + '1 day')`,
      [sessionId, row.id],
    );
    const userId = Number(row.id);
    const token = await tokens.sign('api', { userId, subject: sessionId, lifeSeconds: tokenSeconds });
    users.push({ id: userId, token });
  }
  return users;
}

async function writeJournal(redisUrl: string, commands: Command[]): Promise<void> {
  const redis = connectRedis(redisUrl, warnings);
  const writer = new ByteWriter();
  const sender = await redis.incr('senders');
  let counter = 0;
  for (let from = 0; from < commands.length; from += commandsPerEntry) {
    const chunk = commands.slice(from, from + commandsPerEntry);
    startEntry(writer, spotShard.id, sender, ++counter);
    for (const command of chunk) writeCommand(writer, command);
    finishEntry(writer, chunk.length);
    await redis.xadd(shardKeys(spotShard).commands, '*', commandField, Buffer.from(writer.copy()));
  }
  redis.disconnect();
}

/** Waits until settlement has passed the sequence. */
export async function settled(pool: pg.Pool, seq: number, waitMsMax = 120_000): Promise<void> {
  const deadline = Date.now() + waitMsMax;
  while ((await settledSeq(pool)) < seq) {
    if (Date.now() > deadline) throw new Error(`settlement stands at ${await settledSeq(pool)}, not ${seq}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function settledSeq(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seq: string }>(
    `SELECT seq FROM settlement_cursors WHERE shard_id = ${spotShard.id}`,
  );
  return Number(rows[0]?.seq ?? 0);
}
