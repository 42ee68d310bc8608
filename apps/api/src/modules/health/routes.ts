/** GET /health: whether every part that this process depends on does its work, and which one does not. */
import { type HealthResponse, healthEndpoints } from '@pelican/shared/contracts/system';
import { readHalt, type Shard, shardKeys, shardParts, tickerLease } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { isOperatorRequest, serve } from '../../platform/http/index.ts';
import { isWorkerAlive } from '../../platform/redis/index.ts';
import { lagBehind, missingEvents, newestEventId } from '../../shards/index.ts';

type PartHealth = HealthResponse['parts'][string];

export interface HealthDeps {
  pool: pg.Pool;
  redis: Redis;
  shards: readonly Shard[];
  /** How far a shard's settlement has come: the stream id of its cursor. */
  settledPosition(shard: Shard): Promise<string>;
  /** Stream id of the shard's newest event that this process has applied. */
  appliedPosition(shard: Shard): string;
  /** Why a shard takes no new orders; undefined while it takes them. */
  intakeClosedBecause(shard: Shard): string | undefined;
  /** The last second (Unix) that was sent into the journal; undefined before the first. */
  lastTick(): Promise<number | undefined>;
  /** The token that shows the details to callers on other machines. */
  operatorToken: string | undefined;
  now?: () => number;
}

/** A part may be this far behind before it counts as stuck. */
const behindMsMax = { engine: 3_000, settlement: 5_000, liveView: 3_000, ticker: 5_000 };
const askTimeoutMs = 2_000;
/** An answer is reused for this time, so that frequent calls cause no load. */
const answerMsMax = 250;

export function healthRoutes(app: HttpServer, guards: Guards, deps: HealthDeps): void {
  const examined = shareFor(answerMsMax, () => examine(deps));
  livenessRoutes(app, examined);
  serve(app, guards, healthEndpoints, {
    'GET /health': async ({ request, reply }) => {
      const health = await examined();
      reply.code(health.status === 'ok' ? 200 : 503);
      return isOperatorRequest(request, deps.operatorToken) ? health : withoutDetails(health);
    },
  });
}

/**
 * GET /health/live: this process runs; a failure is cured by its restart. GET /health/ready: it can serve requests now; a
 * load balancer asks it. Postgres is not checked: trading continues without it.
 */
function livenessRoutes(app: HttpServer, examined: () => Promise<HealthResponse>): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const { parts } = await examined();
    const isReady = Object.entries(parts).every(([name, { ok }]) => ok || !isNeededToServe(name));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'degraded' });
  });
}

function isNeededToServe(part: string): boolean {
  return part === 'redis' || part.startsWith('live-view-');
}

/** One call at a time, whose result is shared by all callers until `ms` after its end. */
function shareFor<Value>(ms: number, ask: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | undefined;
  return () => {
    current ??= ask().finally(() => setTimeout(forget, ms).unref());
    return current;
  };
  function forget(): void {
    current = undefined;
  }
}

function withoutDetails({ status, parts }: HealthResponse): HealthResponse {
  const seen = Object.entries(parts).map(([name, { ok, lag }]) => [name, { ok, ...(lag !== undefined && { lag }) }]);
  return { status, parts: Object.fromEntries(seen) };
}

/** Asks every part, each with its own time limit. */
export async function examine(deps: HealthDeps): Promise<HealthResponse> {
  const [postgres, redis, journal, ticker, worker, ...shards] = await Promise.all([
    part(() => deps.pool.query('SELECT 1')),
    part(() => deps.redis.ping()),
    examineJournal(deps.redis),
    examineTicker(deps),
    examineWorker(deps.redis),
    ...deps.shards.map((shard) => examineShard(deps, shard)),
  ]);
  const servers = { postgres: postgres.health, redis: redis.health, journal };
  const parts = Object.assign(servers, ...shards, { ticker, worker });
  const isWell = Object.values<PartHealth>(parts).every((one) => one.ok);
  return { status: isWell ? 'ok' : 'degraded', parts };
}

/** Not well while the exchange is halted. */
async function examineJournal(redis: Redis): Promise<PartHealth> {
  const { health, value: halted } = await part(() => readHalt(redis));
  return halted === undefined ? health : { ok: false, detail: `halted: ${halted}` };
}

async function examineShard(deps: HealthDeps, shard: Shard): Promise<HealthResponse['parts']> {
  const { commands, events } = shardKeys(shard);
  const names = { ...shardParts(shard), intake: `intake-${shard.name}`, liveView: `live-view-${shard.name}` };
  const [{ value: leader }, { health: cursorHealth, value: settled }] = await Promise.all([
    part(() => readLeader(deps.redis, shard)),
    part(() => deps.settledPosition(shard)),
  ]);
  if (!leader) {
    return {
      [names.engine]: { ok: false, detail: 'unknown: Redis does not answer' },
      [names.settlement]: { ...cursorHealth, ok: false },
    };
  }
  const lag = async (stream: string, reached: string, limitMs: number) => {
    const { health, value } = await part(() => lagBehind(deps.redis, stream, reached));
    return value === undefined ? health : judge(value, limitMs);
  };
  const [engine, liveView, settlement, regeneration] = await Promise.all([
    leader.isLed ? lag(commands, leader.event, behindMsMax.engine) : { ok: false, detail: 'nobody holds the lease' },
    lag(events, deps.appliedPosition(shard), behindMsMax.liveView),
    settled === undefined ? { ...cursorHealth, ok: false } : lag(events, settled, behindMsMax.settlement),
    part(() => missingEvents(deps.redis, shard)),
  ]);
  const missing = regeneration.value;
  return {
    [names.engine]: engine,
    [names.intake]: examineIntake(deps, shard),
    [names.liveView]: liveView,
    [names.settlement]: missing === undefined ? settlement : { ...settlement, ok: false, detail: missing },
  };
}

function examineIntake(deps: HealthDeps, shard: Shard): PartHealth {
  const reason = deps.intakeClosedBecause(shard);
  return reason === undefined ? { ok: true } : { ok: false, detail: `takes no new orders: ${reason}` };
}

async function examineTicker(deps: HealthDeps): Promise<PartHealth> {
  const { health, value } = await part(() => Promise.all([deps.redis.exists(tickerLease), deps.lastTick()]));
  if (!value) return health;
  const [isLed, lastTick] = value;
  if (isLed !== 1) return { ok: false, detail: 'nobody holds the lease' };
  // Without instruments no ticker is needed.
  if (lastTick === undefined) return { ok: true };
  return judge(Math.max(0, (deps.now ?? Date.now)() - lastTick * 1000), behindMsMax.ticker);
}

async function examineWorker(redis: Redis): Promise<PartHealth> {
  const { health, value: isAlive } = await part(() => isWorkerAlive(redis));
  return isAlive === false ? { ok: false, detail: 'its jobs do not run' } : health;
}

interface Leader {
  /** Id of the newest event. */
  event: string;
  isLed: boolean;
}

async function readLeader(redis: Redis, shard: Shard): Promise<Leader> {
  const [event, led] = await Promise.all([newestEventId(redis, shard), redis.exists(shardKeys(shard).lease)]);
  return { event, isLed: led === 1 };
}

function judge(lag: number, limitMs: number): PartHealth {
  return lag <= limitMs ? { ok: true, lag } : { ok: false, lag, detail: 'is behind' };
}

async function part<Value>(ask: () => Promise<Value>): Promise<{ health: PartHealth; value?: Value }> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), askTimeoutMs);
  });
  try {
    return { health: { ok: true }, value: await Promise.race([ask(), tooLate]) };
  } catch (error) {
    return {
      health: {
        ok: false,
        detail: error instanceof Error && /time/.test(error.message) ? 'no answer in time' : 'does not answer',
      },
    };
  } finally {
    clearTimeout(timer);
  }
}
