import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { setPricesKey } from '@pelican/api/src/ticker/sources/simulator.ts';
import { commandField, shardKeys } from '@pelican/shared/engine';
import { decodeCommandEntry, Op, type TickPrice } from '@pelican/shared/engine/perpetual';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { insertListings } from '../../support/listings.ts';
import { type PartProcess, startPart } from '../../support/processes.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';
import { perpetualShard } from '../../support/shards.ts';

const bitcoin = 1001;
/** A take-over takes 3 s at most; the second that runs when it happens is not lost for that. */
const gapMax = 4;

interface Tick {
  n: number;
  /** Of the journal, when it came. */
  journalSecond: number;
  sender: number;
  prices: TickPrice[];
}

let database: TestDatabase;
let redisServer: Service;
let redis: Redis;
let pool: pg.Pool;
let dataDir: string;
const tickers: PartProcess[] = [];

beforeAll(async () => {
  [database, redisServer] = await Promise.all([createDatabase(), startRedis()]);
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  redis = new Redis(redisServer.url);
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-ticker-'));
});
afterAll(async () => {
  for (const ticker of tickers) if (ticker.isRunning()) await ticker.kill();
  redis.disconnect();
  await pool.end();
  await redisServer.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function startTicker(name: string, environment: Record<string, string> = {}): PartProcess {
  const ticker = startPart({
    name,
    entry: 'apps/api/src/processes/ticker.ts',
    dataDir,
    env: { DATABASE_URL: database.url, REDIS_URL: redisServer.url, DEMO_INDEX_STILL: '1', ...environment },
  });
  tickers.push(ticker);
  return ticker;
}

async function ticks(): Promise<Tick[]> {
  const entries = await redis.xrangeBuffer(shardKeys(perpetualShard).commands, '-', '+');
  return entries.flatMap(([id, [name, bytes]]) => {
    expect(String(name)).toBe(commandField);
    const journalSecond = Math.floor(Number.parseInt(String(id), 10) / 1000);
    const { sender, commands } = decodeCommandEntry(bytes as Buffer);
    return commands.flatMap((command) =>
      command.kind === Op.tick
        ? [{ n: command.n, journalSecond, sender, prices: JSON.parse(command.prices) as TickPrice[] }]
        : [],
    );
  });
}

async function isLeading(name: string): Promise<boolean> {
  const port = readFileSync(join(dataDir, 'run', `${name}.metrics-port`), 'utf8').trim();
  return /^ticker_leading 1$/m.test(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
}

/** Each second is above the one before, and no gap is longer than a take-over. */
function expectSeconds(all: Tick[]): void {
  for (const [at, { n }] of all.entries()) {
    const previous = all[at - 1]?.n ?? n - 1;
    expect(n - previous, `second ${n}`).toBeGreaterThan(0);
    expect(n - previous, `second ${n}`).toBeLessThanOrEqual(gapMax);
  }
}

/** The newest price of Bitcoin that satisfies the condition. */
async function priceThat(says: string, isRight: (price: TickPrice | undefined) => boolean): Promise<void> {
  const isThere = async () => isRight((await ticks()).at(-1)?.prices.find(({ market }) => market === bitcoin));
  await until(says, isThere, 60_000);
}

/** An operator's feed whose answer the test decides. */
function startFeed(answer: () => unknown): Promise<Server> {
  const server = createServer((_request, response) => {
    const body = answer();
    if (body === undefined) response.writeHead(500).end();
    else response.end(JSON.stringify(body));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function configureSources(rows: { id: string; kind: string; config: object }[]): Promise<void> {
  await pool.query('DELETE FROM index_sources WHERE instrument_id = $1', [bitcoin]);
  for (const { id, kind, config } of rows) {
    await pool.query(
      'INSERT INTO index_sources (instrument_id, id, kind, weight, config) VALUES ($1, $2, $3, 0.3, $4)',
      [bitcoin, id, kind, JSON.stringify(config)],
    );
  }
}

test('no instruments, no seconds; with them one a second, with the index of each', async () => {
  startTicker('ticker');
  startTicker('ticker-standby');
  await until('one leads', async () => (await redis.exists('ticker:lease')) === 1, 60_000);
  expect(await ticks()).toEqual([]);
  await inTransaction(pool, seedInstruments);
  await until('three seconds', async () => (await ticks()).length >= 3, 60_000);
  const [first] = await ticks();
  expect(first?.prices.map(({ market }) => market)).toEqual([1001, 1002, 1003, 1004]);
  expect(first?.prices[0]).toMatchObject({
    indexTicks: 924_000,
    sources: [{ id: 'simulator', price: '9240000000000' }],
  });
});

test('kill -9 of the one that ticks: the other goes on, and no second comes twice', async () => {
  const names = ['ticker', 'ticker-standby'];
  const leading = await Promise.all(names.map(isLeading));
  expect(leading.filter(Boolean)).toHaveLength(1);
  const before = await ticks();
  await tickers[leading.indexOf(true)]?.kill();
  await until('the other ticks', async () => (await ticks()).length >= before.length + 3, 60_000);
  const all = await ticks();
  expect(new Set(all.map(({ sender }) => sender)).size).toBe(2);
  expectSeconds(all);
});

test('one that was away and comes back in the middle of a second repeats none', async () => {
  const leader = tickers.find((ticker) => ticker.isRunning());
  const other = tickers.find((ticker) => !ticker.isRunning());
  other?.start();
  // Until it answers at its new port.
  await until('the other stands by', async () => !(await isLeading(other?.name ?? '').catch(() => true)), 60_000);
  const { length } = await ticks();
  await until('seconds go on', async () => (await ticks()).length > length, 60_000);
  process.kill(leader?.pid() ?? 0, 'SIGSTOP');
  const before = await ticks();
  await until('the other ticks', async () => (await ticks()).length >= before.length + 2, 60_000);
  process.kill(leader?.pid() ?? 0, 'SIGCONT');
  const taken = await ticks();
  await until('seconds go on', async () => (await ticks()).length >= taken.length + 3, 60_000);
  const all = await ticks();
  expectSeconds(all);
  expect(new Set(all.slice(taken.length).map(({ sender }) => sender))).toEqual(new Set([taken.at(-1)?.sender]));
});

test('a price that an operator sets is the index of the next seconds, exactly', async () => {
  await redis.hset(setPricesKey, 'BTC_USDT', JSON.stringify({ id: 'x', price: '64680.5', holdMs: 60_000 }));
  await priceThat('the price is set', (price) => price?.indexTicks === 646_805);
  await redis.set('spot:tops', JSON.stringify({ timeMs: Date.now(), tops: { BTC_USDT: ['92399', '92401'] } }));
  const { length } = await ticks();
  await until('two more seconds', async () => (await ticks()).length >= length + 2, 60_000);
  expect((await ticks()).at(-1)?.prices[0]).toMatchObject({ indexTicks: 646_805 });
});

test('a feed that lies, goes back in time or stops does not move the index', async () => {
  let price = '60000';
  let timeMs = 0;
  let isUp = true;
  const server = await startFeed(() => (isUp ? { data: [{ last: price, at: timeMs || Date.now() }] } : undefined));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/price`;
  const config = { url, pricePath: 'data.0.last', timePath: 'data.0.at', pollMs: 250 };
  try {
    await configureSources([{ id: 'feed-a', kind: 'feed', config }]);
    await priceThat('the feed is the index', (one) => one?.indexTicks === 600_000);
    price = '6000';
    const { length } = await ticks();
    await until('three more seconds', async () => (await ticks()).length >= length + 3, 60_000);
    expect((await ticks()).at(-1)?.prices.find(({ market }) => market === bitcoin)).toMatchObject({
      indexTicks: 600_000,
    });
    price = '60100';
    await priceThat('the truth is taken again', (one) => one?.indexTicks === 601_000);
    [price, timeMs] = ['59000', Date.now() - 60_000];
    await priceThat('an old price grows old', (one) => (one?.sources[0]?.ageMs ?? 0) > 3_000);
    expect((await ticks()).at(-1)?.prices.find(({ market }) => market === bitcoin)).toMatchObject({
      indexTicks: 601_000,
    });
    isUp = false;
    await priceThat('a feed that has stopped is no index', (one) => one === undefined);
    [price, timeMs, isUp] = ['60200', 0, true];
    await priceThat('it is heard again', (one) => one?.indexTicks === 602_000);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('neither a clock nor a memory that is an hour ahead takes it ahead of the journal, or silences it', async () => {
  for (const ticker of tickers) if (ticker.isRunning()) await ticker.kill();
  const hour = 3600;
  await redis.set('ticker:state', JSON.stringify({ n: Math.floor(Date.now() / 1000) + hour, markets: {} }));
  const { length } = await ticks();
  const ahead = `const now = Date.now; Date.now = () => now() + ${hour * 1000};`;
  startTicker('ticker-ahead', { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}` });
  await until('three seconds', async () => (await ticks()).length >= length + 3, 60_000);
  for (const { n, journalSecond } of await ticks()) expect(n).toBeLessThanOrEqual(journalSecond);
});
