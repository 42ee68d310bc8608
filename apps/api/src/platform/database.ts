import { DomainError } from '@pelican/shared/errors.ts';
import pg from 'pg';
import type { Logger } from 'pino';

export interface DatabaseOptions {
  databaseUrl: string;
  databasePoolMax: number;
}

/** The pool of a process. Statements end after 10 s: nothing that a person waits for takes longer. */
export function createPool(options: DatabaseOptions, log: Pick<Logger, 'warn'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.databasePoolMax,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    application_name: 'pelican-api',
    // Prisma's adapter takes every time that Postgres shows for one in UTC.
    options: '-c TimeZone=UTC',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  // One that breaks between two statements of a transaction has nobody to tell: the next statement fails by itself.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke while it was in use'));
  });
  return pool;
}

/** What a repository needs: the pool, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (transaction: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** @throws DomainError outcome_unknown when the connection broke before Postgres said whether it had committed */
async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    // Postgres refuses by an ERROR, for example of a deferred constraint: then nothing was changed.
    if ((error as Partial<pg.DatabaseError>).severity === 'ERROR') throw error;
    throw new DomainError('outcome_unknown', { cause: error });
  }
}
