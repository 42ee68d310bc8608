import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@pelican/shared/contracts';
import pg from 'pg';
import type { Logger } from 'pino';

/** Public reads that run at once, and private ones. */
export const readsMax = 2;

export interface DatabaseOptions {
  databaseUrl: string;
  databasePoolMax: number;
}

const statementMs = 10_000;
/** A connection at work on which nothing arrives for this long after a statement should have ended has lost its other end. */
const silenceMs = 10_000;
/** Less than that: connections without work are silent. */
const idleMs = 8_000;

/** The pool of a process. Statements end after 10 s: nothing that a person waits for takes longer. */
export function createPool(options: DatabaseOptions, log: Pick<Logger, 'warn'>): pg.Pool {
  const limits = { max: options.databasePoolMax, statementMs, silentMsMax: statementMs + silenceMs };
  return openPool(options.databaseUrl, limits, log);
}

const longStatementMs = 600_000;

/**
 * The pool of a job that no person waits for: a statement may take ten minutes. Postgres ends a longer one itself, so that none is left
 * behind with its locks when its process has gone.
 */
export function createLongPool(options: DatabaseOptions, log: Pick<Logger, 'warn'>): pg.Pool {
  const limits = {
    max: options.databasePoolMax,
    statementMs: longStatementMs,
    silentMsMax: longStatementMs + silenceMs,
    // Postgres would go on with the statement of a process that is gone, and hold its locks.
    settings: '-c client_connection_check_interval=5s',
  };
  return openPool(options.databaseUrl, limits, log);
}

const longCloseMs = 1_000;

interface LongPool {
  pool: pg.Pool;
  /** Waits for no statement that is under way: the next run repeats it, and Postgres ends it once the process is gone. */
  close(): Promise<void>;
}

/** The same for the jobs of a worker, which ends soon. */
export function openLongPool(options: DatabaseOptions, log: Pick<Logger, 'warn'>): LongPool {
  const pool = createLongPool(options, log);
  return { pool, close: () => Promise.race([pool.end(), delay(longCloseMs)]) };
}

/** The pool of a tool: its transactions may lift the limit of statements, and then Postgres may be silent for hours. */
export function createToolPool(options: DatabaseOptions, log: Pick<Logger, 'warn'>): pg.Pool {
  return openPool(options.databaseUrl, { max: options.databasePoolMax, statementMs }, log);
}

/** A pool of reads that trading must not feel: few at a time, and only quick ones. Public and private ones have a pool each. */
export function createReadPool(databaseUrl: string, log: Pick<Logger, 'warn'>): pg.Pool {
  const limits = { max: readsMax, statementMs: 2_000, silentMsMax: 2_000 + silenceMs };
  return openPool(databaseUrl, limits, log);
}

function openPool(
  databaseUrl: string,
  limits: { max: number; statementMs: number; silentMsMax?: number; settings?: string },
  log: Pick<Logger, 'warn'>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: limits.max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleMs,
    statement_timeout: limits.statementMs,
    keepAlive: true,
    stream: () => openSocket(limits.silentMsMax),
    application_name: 'pelican-api',
    // Prisma's adapter takes every time that Postgres shows for one in UTC.
    options: `-c TimeZone=UTC ${limits.settings ?? ''}`,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  // One that breaks between two statements of a transaction has no listener: the next statement fails.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke while it was in use'));
  });
  return pool;
}

/** A socket that breaks when it is silent for longer; without a limit only the system's keep-alive notices a lost other end. */
function openSocket(silentMsMax = 0): Socket {
  const socket = new Socket();
  const broken = () => Object.assign(new Error('Postgres does not answer'), { code: 'ETIMEDOUT' });
  return socket.setTimeout(silentMsMax, () => socket.destroy(broken()));
}

/** What a repository needs: the pool, or a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

declare const isInside: unique symbol;

/**
 * A connection inside a transaction. Whatever moves money, holds it, or leaves something in the outbox takes one, so that it
 * cannot be called outside: only `inTransaction` and `inTransactionOn` make it.
 */
export type Transaction = Queryable & { readonly [isInside]: true };

/** SQLSTATEs of a deadlock and a serialization failure: a retry may succeed. */
const retriedCodes: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const attemptsMax = 4;
const retryPauseMs = 20;

/**
 * Runs `work` in one transaction of a connection of its own: committed when it resolves, rolled back when it throws. After a deadlock or
 * a serialization failure it runs again, so what it does outside of the transaction must bear a repeat. The order in which
 * transactions take locks is in docs/ledger.md.
 * @throws DomainError outcome_unknown when the connection broke before Postgres said whether it had committed
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work);
    } catch (error) {
      if (attempt === attemptsMax || !retriedCodes.has((error as Partial<pg.DatabaseError>).code)) throw error;
      await delay(Math.random() * retryPauseMs * attempt);
    }
  }
}

async function attemptTransaction<Result>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await inTransactionOn(client, work, (rollbackError) => {
      broken = rollbackError;
    });
  } finally {
    client.release(broken);
  }
}

/**
 * The same on a connection that the caller keeps, once.
 * @param onBroken gets the error of a rollback: the connection cannot be used any more
 * @throws as inTransaction
 */
export async function inTransactionOn<Result>(
  client: pg.ClientBase,
  work: (transaction: Transaction) => Promise<Result>,
  onBroken: (error: Error) => void = () => undefined,
): Promise<Result> {
  try {
    await client.query('BEGIN');
    const result = await work(client as pg.ClientBase & Transaction);
    await commit(client);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(onBroken);
    throw error;
  }
}

/** @throws DomainError outcome_unknown when the connection broke before Postgres said whether it had committed */
async function commit(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    // Postgres refuses by an ERROR, for example of a deferred constraint: then nothing was changed.
    if ((error as Partial<pg.DatabaseError>).severity === 'ERROR') throw error;
    throw new DomainError('outcome_unknown', { cause: error });
  }
}
