/**
 * npm run bench -- socket [--clients N] [--markets N] [--interval MS] [--seconds N]
 *
 * Books and trades that really change, pushed by the real gateway to many connections of another process. A write is one
 * write to a socket, an update one push; pushes of the same moment share a write. The last line is JSON.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readSocketLimits, registerSocket } from '@pelican/api/src/adapters/socket/index.ts';
import { createInstrumentCatalog } from '@pelican/api/src/catalog/perpetual-catalog.ts';
import { joinSpotShards } from '@pelican/api/src/live/index.ts';
import { PerpetualView } from '@pelican/api/src/live/perpetual/perpetual-view.ts';
import { createSpotService } from '@pelican/api/src/modules/spot/index.ts';
import { readConfig } from '@pelican/api/src/platform/config/index.ts';
import {
  createHttpServer,
  createPrivateReadQueue,
  createPublicReadQueue,
} from '@pelican/api/src/platform/http/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { DomainError } from '@pelican/shared/contracts';
import { Redis } from 'ioredis';
import pg from 'pg';
import { spotShard } from '../support/shards.ts';
import { MarketFeed } from './socket/market-feed.ts';
import type { ReaderOptions } from './socket/readers.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    markets: { type: 'string', default: '5' },
    interval: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '8' },
  },
});
const clients = Number(values.clients);
const intervalMs = Number(values.interval);
const seconds = Number(values.seconds);
const warmUpMs = 2_000;
/** Asked for by the configuration, never connected to. */
const nowhere = { DATABASE_URL: 'postgres://localhost/none', REDIS_URL: 'redis://localhost' };

const unlimited = { rowsPerSecond: 1e12, rowsBurst: 1e12, runningMax: 2, waitingMaxOfLane: 1e6, waitingMax: 1e6 };

/** The gateway alone: nobody signs in, nothing is read from Postgres. */
async function startGateway(feed: MarketFeed) {
  const config = readConfig({ ...nowhere, REQUESTS_PER_SECOND_PER_IP: '1000000000' });
  const app = await createHttpServer(config, createLogger('silent'));
  const pool = new pg.Pool();
  const redis = new Redis({ lazyConnect: true });
  const refuse = () => Promise.reject(new DomainError('invalid_token'));
  const live = joinSpotShards(pool, [
    {
      shard: spotShard,
      engine: { submit: refuse, waiting: 0 },
      live: feed.live,
      settled: { waitUntilSettled: async () => undefined },
    },
  ]);
  const spot = createSpotService({
    live,
    knownAsset: () => undefined,
    pool,
    rateLimit: { take: () => undefined, requireRoom: () => undefined },
    gather: async () => false,
    requireIntake: () => undefined,
    requireQuickSwap: () => undefined,
    require: refuse,
  });
  await registerSocket(app, {
    live,
    perpetual: {
      view: new PerpetualView(),
      catalog: () => createInstrumentCatalog([]),
      waitUntilCurrent: async () => undefined,
      close: async () => undefined,
    },
    spot,
    unopened: async () => new Set(),
    knownAssets: () => [],
    publicReads: { pool, queue: createPublicReadQueue(unlimited) },
    privateReads: { pool, queue: createPrivateReadQueue(unlimited) },
    redis,
    authenticator: {
      verifyAccessToken: refuse,
      verifySocketToken: refuse,
      verifyApiSignature: refuse,
      recallApiKey: refuse,
      onAccountChange: () => () => undefined,
      findEnded: refuse,
    },
    limits: readSocketLimits({
      SOCKET_CONNECTIONS_PER_IP: '1000000',
      SOCKET_DEPTH_MS: String(intervalMs),
      SOCKET_DEALS_MS: String(intervalMs),
    }),
    origins: [],
    log: { error: (error: unknown) => process.stderr.write(`${JSON.stringify(error)}\n`) },
  });
  let writes = 0;
  app.server.on('upgrade', (_request, socket: Socket) => {
    const write = socket.write.bind(socket) as Socket['write'];
    socket.write = ((...args: Parameters<Socket['write']>) => {
      writes++;
      return write(...args);
    }) as Socket['write'];
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: (app.server.address() as { port: number }).port, writes: () => writes };
}

async function framesOf(readers: ChildProcess): Promise<number> {
  readers.send('count');
  const [{ frames }] = (await once(readers, 'message')) as [{ frames: number }];
  return frames;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function main(): Promise<void> {
  const feed = new MarketFeed(Number(values.markets));
  const gateway = await startGateway(feed);
  const readers = fork(path.join(import.meta.dirname, 'socket/readers.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const options: ReaderOptions = { port: gateway.port, clients, markets: feed.names };
  readers.send(options);
  await once(readers, 'message');
  const timer = setInterval(() => feed.step(), intervalMs / 2);
  await pause(warmUpMs);
  const [frames, writes, cpu, startMs] = [
    await framesOf(readers),
    gateway.writes(),
    process.cpuUsage(),
    performance.now(),
  ];
  await pause(seconds * 1000);
  const elapsed = (performance.now() - startMs) / 1000;
  const used = process.cpuUsage(cpu);
  const writesPerSecond = Math.round((gateway.writes() - writes) / elapsed);
  const updatesPerSecond = Math.round(((await framesOf(readers)) - frames) / elapsed);
  clearInterval(timer);
  readers.kill();
  const busy = (used.user + used.system) / 1e6 / elapsed;
  process.stdout.write(`the gateway used ${Math.round(busy * 100)}% of a core\n`);
  process.stdout.write(`${JSON.stringify({ bench: 'socket', clients, writesPerSecond, updatesPerSecond })}\n`);
  process.exit(0);
}

await main();
