/** Settlement's connections to Postgres. */
import pg from 'pg';
import type { Logger } from 'pino';
import { yieldConnection } from './priority.ts';

/** A query over a broken connection may never end. */
const queryTimeoutMs = 60_000;

/** Connects; the returned client must be ended by the caller. @throws when Postgres is away */
export async function connectPostgres(
  databaseUrl: string,
  name: string,
  log: Pick<Logger, 'warn'>,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    application_name: name,
  });
  // The query in flight fails as well; without a listener the process would end.
  client.on('error', (error) => log.warn({ err: error }, 'postgres'));
  await client.connect();
  // Batches access big tables by key; a plan that scans a whole table, because of old statistics, must not be chosen.
  await client.query('SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; SET jit = off');
  await yieldConnection(client);
  return client;
}
