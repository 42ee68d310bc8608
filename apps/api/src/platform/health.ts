/** GET /health: whether every part that this process depends on does its work, and which one does not. */
import { type HealthResponse, healthResponse } from '@pelican/shared/contracts/system.ts';
import { shardStreams } from '@pelican/shared/engine/commands.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
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
  const streams = part(() => readStreams(deps.redis));
  const cursor = part(deps.settledPosition);
  const postgres = part(() => deps.pool.query('SELECT 1'));
  const { health: redisHealth, value: newest } = await streams;
  const { health: cursorHealth, value: settled } = await cursor;
  const parts: HealthResponse['parts'] = { postgres: (await postgres).health, redis: redisHealth };
  if (newest) {
    const lease: PartHealth = newest.isLed ? { ok: true } : { ok: false, detail: 'nobody holds the lease' };
    parts.engine = lease.ok ? behind(newest.command, newest.event, behindMsMax.engine, now()) : lease;
    parts.live_view = behind(newest.event, deps.appliedPosition(), behindMsMax.liveView, now());
  } else {
    parts.engine = { ok: false, detail: 'unknown: Redis does not answer' };
  }
  if (newest && settled) parts.settlement = behind(newest.event, settled, behindMsMax.settlement, now());
  else parts.settlement = { ...cursorHealth, ok: false };
  const isWell = Object.values(parts).every((one) => one.ok);
  return { status: isWell ? 'ok' : 'degraded', parts };
}

interface NewestEntries {
  command: string;
  event: string;
  isLed: boolean;
}

async function readStreams(redis: Redis): Promise<NewestEntries> {
  const { commands, events, lease } = shardStreams.spot;
  const [command, event, led] = await Promise.all([
    redis.xrevrange(commands, '+', '-', 'COUNT', 1),
    redis.xrevrange(events, '+', '-', 'COUNT', 1),
    redis.exists(lease),
  ]);
  return { command: command[0]?.[0] ?? '0-0', event: event[0]?.[0] ?? '0-0', isLed: led === 1 };
}

/** Fine while the follower is at the leader's newest entry, or that entry is young. */
function behind(newest: string, reached: string, behindMsLimit: number, nowMs: number): PartHealth {
  const isThere = timeOf(reached) > timeOf(newest) || reached === newest;
  if (isThere) return { ok: true, lag: 0 };
  const isSameTime =
    timeOf(reached) === timeOf(newest) && Number(reached.split('-')[1]) >= Number(newest.split('-')[1]);
  if (isSameTime) return { ok: true, lag: 0 };
  const lag = Math.max(0, nowMs - timeOf(newest));
  return lag <= behindMsLimit ? { ok: true, lag } : { ok: false, lag, detail: 'is behind' };
}

function timeOf(position: string): number {
  return Number(position.split('-')[0]);
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
