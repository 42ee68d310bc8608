/** The engine's connections to Redis. */
import { type ChainableCommander, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

export type ConnectionLog = Pick<Logger, 'info' | 'warn'>;

const retryMsMax = 500;

/** The connections of an engine's host, each opened when it is asked for. */
export interface EngineConnections {
  control(): Redis;
  reading(): Redis;
  publishing(): Redis;
  bulk(): Redis;
}

/** Connections to the Redis at `url`. */
export function engineConnections(url: string, log: ConnectionLog): EngineConnections {
  return {
    control: () => controlConnection(url, log),
    reading: () => readConnection(url, log),
    publishing: () => publishConnection(url, log),
    bulk: () => bulkConnection(url, log),
  };
}

/** For questions and the lease: a question without an answer within 2 s fails. */
export function controlConnection(url: string, log: ConnectionLog): Redis {
  return connection(url, 'engine-control', log, { commandTimeout: 2_000 });
}

/** For blocking reads of the journal: retries without a limit, and notices a server that has gone silent. */
function readConnection(url: string, log: ConnectionLog): Redis {
  return connection(url, 'engine-read', log, { maxRetriesPerRequest: null, socketTimeout: 10_000 });
}

/** For publishing: the publisher keeps what has no answer and decides by itself what to send again. */
function publishConnection(url: string, log: ConnectionLog): Redis {
  return connection(url, 'engine-publish', log, {
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: null,
    socketTimeout: 10_000,
  });
}

/** For tools and the housekeeper: reads a lot, and ends with an error when Redis goes away. */
export function bulkConnection(url: string, log: ConnectionLog): Redis {
  return connection(url, 'engine-bulk', log, { maxRetriesPerRequest: 5 });
}

function connection(url: string, name: string, log: ConnectionLog, options: Omit<RedisOptions, 'replyMapping'>): Redis {
  const redis = new Redis(url, {
    connectionName: name,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    // RESP2: the replies are the same, and the server does not have to know anything newer.
    protocol: 2,
    retryStrategy: (attempt: number) => Math.min(20 * 2 ** Math.min(attempt, 10), retryMsMax),
    ...options,
  });
  let away = false;
  redis.on('error', (error) => {
    if (!away) log.warn({ err: error, connection: name }, 'redis is away');
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.info({ connection: name }, 'redis is back');
    away = false;
  });
  return redis;
}

/** Runs a pipeline or a transaction. @throws the first error of its commands */
export async function execute(batch: ChainableCommander): Promise<void> {
  for (const [error] of (await batch.exec()) ?? []) if (error) throw error;
}
