/** GET /health: whether every part that this process depends on does its work, and which one does not. */
import { type HealthResponse, healthResponse } from '@pelican/shared/contracts/system.ts';
import { shardStreams } from '@pelican/shared/engine/journal.ts';
import { positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { newestEventId } from './event-feed.ts';
import type { HttpServer } from './http-server.ts';
import { openSecurity } from './openapi.ts';

type PartHealth = HealthResponse['parts'][string];

export interface HealthDeps {
  pool: pg.Pool;
  redis: Redis;
  /** How far settlement has come: the stream id of its cursor. */
  settledPosition(): Promise<string>;
  /** Stream id of the newest event that this process has applied. */
  appliedPosition(): string;
  now?: () => number;
}

/** A part may be this far behind before it counts as stuck. */
const behindMsMax = { engine: 3_000, settlement: 5_000, liveView: 3_000 };
const askTimeoutMs = 2_000;

export function healthRoutes(app: HttpServer, deps: HealthDeps): void {
  app.get(
    '/health',
    {
      schema: {
        tags: ['system'],
        summary: 'Whether all parts are up',
        description: '503 when one is not; `parts` says which. `lag` is in milliseconds.',
        security: openSecurity,
        response: { 200: healthResponse, 503: healthResponse },
      },
    },
    async (_request, reply) => {
      const health = await examine(deps);
      return reply.code(health.status === 'ok' ? 200 : 503).send(health);
    },
  );
}

/** Asks every part, each with its own time limit. */
export async function examine(deps: HealthDeps): Promise<HealthResponse> {
  const now = deps.now ?? Date.now;
  const streams = part(() => readLeader(deps.redis));
  const cursor = part(deps.settledPosition);
  const postgres = part(() => deps.pool.query('SELECT 1'));
  const { health: redisHealth, value: leader } = await streams;
  const { health: cursorHealth, value: settled } = await cursor;
  const parts: HealthResponse['parts'] = { postgres: (await postgres).health, redis: redisHealth };
  if (leader) {
    const { commands, events } = shardStreams.spot;
    const lag = async (stream: string, reached: string, limitMs: number) => {
      const { health, value } = await part(() => lagBehind(deps.redis, stream, reached, now()));
      return value === undefined ? health : judge(value, limitMs);
    };
    parts.engine = leader.isLed
      ? await lag(commands, leader.event, behindMsMax.engine)
      : { ok: false, detail: 'nobody holds the lease' };
    parts.live_view = await lag(events, deps.appliedPosition(), behindMsMax.liveView);
    if (settled) parts.settlement = await lag(events, settled, behindMsMax.settlement);
  } else {
    parts.engine = { ok: false, detail: 'unknown: Redis does not answer' };
  }
  parts.settlement ??= { ...cursorHealth, ok: false };
  const isWell = Object.values(parts).every((one) => one.ok);
  return { status: isWell ? 'ok' : 'degraded', parts };
}

interface Leader {
  /** Id of the newest event. */
  event: string;
  isLed: boolean;
}

async function readLeader(redis: Redis): Promise<Leader> {
  const [event, led] = await Promise.all([newestEventId(redis, 'spot'), redis.exists(shardStreams.spot.lease)]);
  return { event, isLed: led === 1 };
}

/** How long (ms) the oldest entry of the stream has waited that a follower at `reached` has not applied; 0 for none. */
export async function lagBehind(redis: Redis, stream: string, reached: string, nowMs: number): Promise<number> {
  const [oldest] = await redis.xrange(stream, `(${reached}`, '+', 'COUNT', 1);
  return oldest ? Math.max(0, nowMs - positionTimeMs(oldest[0])) : 0;
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
