/** What a command works with: connections, where it writes, and the calling operator. */
import { userInfo } from 'node:os';
import type { Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { pino } from 'pino';
import { actorOf, type OperatorCaller } from '../../identity/index.ts';
import { createToolPool, readDeployment } from '../../platform/database/index.ts';
import { connectRedis } from '../../platform/redis/index.ts';
import type { OpsConfig } from './config.ts';
import { OpsError } from './ops-errors.ts';

const redisTimeoutMs = 3_000;

export interface OpsContext {
  config: OpsConfig;
  pool: pg.Pool;
  /** Connects at the first call. @throws OpsError when Redis does not answer */
  redis(): Promise<Redis>;
  /** As audit records name the calling operator. */
  actor: string;
  /** The calling operator. @throws OpsError where two persons are demanded and this one is unnamed */
  caller(): Promise<OperatorCaller>;
  /** Prints a line. */
  print(line: string): void;
  close(): Promise<void>;
}

export type OpsTerminal = Pick<OpsContext, 'print'>;

/** Connections are made when they are used. */
export function createContext(config: OpsConfig, terminal: OpsTerminal): OpsContext {
  const silent = pino({ level: 'silent' });
  const pool = createToolPool({ databaseUrl: config.databaseUrl, databasePoolMax: 4 }, silent);
  let connected: Promise<Redis> | undefined;
  const actor = actorOf(config.operator ?? userInfo().username);
  return {
    config,
    pool,
    ...terminal,
    actor,
    async caller() {
      const { twoPersons } = await readDeployment(pool);
      if (twoPersons && config.operator === undefined)
        throw new OpsError('OPERATOR is not set: where two persons decide, each has a name');
      return { actor, twoPersons };
    },
    redis() {
      connected ??= connect(config.redisUrl);
      return connected;
    },
    async close() {
      (await connected?.catch(() => undefined))?.disconnect();
      await pool.end();
    },
  };
}

/** The shard of that name, or all of them. @throws OpsError when there is none of that name */
export function chosenShards({ config: { shards } }: Pick<OpsContext, 'config'>, name: string | undefined): Shard[] {
  const chosen = shards.filter((shard) => name === undefined || shard.name === name);
  if (chosen.length === 0) throw new OpsError(`the shards are ${shards.map((shard) => shard.name).join(', ')}`);
  return chosen;
}

async function connect(redisUrl: string): Promise<Redis> {
  const redis = connectRedis(redisUrl, pino({ level: 'silent' }));
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new OpsError(`Redis does not answer at ${placeOf(redisUrl)}`)), redisTimeoutMs);
  });
  try {
    await Promise.race([redis.ping(), tooLate]);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** An address without its password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
