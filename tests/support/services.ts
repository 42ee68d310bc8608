/**
 * The services of a test: Postgres and Redis, real ones.
 *
 *   const database = await createDatabase();          // fresh and migrated, its own for this file
 *   const redis = await startRedis();                 // its own server: publish and subscribe ignore databases
 *   afterAll(() => Promise.all([database.drop(), redis.stop()]));
 *
 * One Postgres serves a whole run (global-setup.ts). A fault test that must kill its servers starts its own with
 * `startLocalPostgres` and `startLocalRedis`, whose `kill` and `restart` keep port and data.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { containersAnswer, startPostgresContainer, startRedisContainer } from './containers.ts';
import { startLocalPostgres, startLocalRedis } from './local-servers.ts';
import type { Service } from './service.ts';

export { startLocalPostgres, startLocalRedis } from './local-servers.ts';

export interface TestDatabase {
  url: string;
  name: string;
  /** Removes the database, and cuts off connections to it that have not ended within 5 s. */
  drop(): Promise<void>;
}

/** An empty Postgres server: in a container where a Docker engine answers, npm's embedded one otherwise. */
export async function startPostgres(): Promise<Service> {
  if (await containersAnswer()) return startPostgresContainer();
  return startLocalPostgres({ settings: { fsync: 'off', synchronous_commit: 'off', max_connections: '300' } });
}

/** A Redis server with the durability of production: in a container where Docker answers, else from the PATH. */
export async function startRedis(): Promise<Service> {
  if (await containersAnswer()) return startRedisContainer();
  return startLocalRedis();
}

/** A fresh, migrated database on the run's server. */
export function createDatabase(name = newName()): Promise<TestDatabase> {
  return createFrom(inject('postgresUrl'), inject('templateDatabase'), name);
}

/** A copy of a database as it is now; every connection to the original is ended for it. */
export async function copyDatabase({ name }: TestDatabase): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  await execute(adminUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  return createFrom(adminUrl, name, newName());
}

function newName(): string {
  return `test_${randomBytes(6).toString('hex')}`;
}

async function createFrom(adminUrl: string, template: string, name: string): Promise<TestDatabase> {
  await execute(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`);
  return {
    url: databaseUrl(adminUrl, name),
    name,
    async drop() {
      await execute(adminUrl, waitForEndOfConnections(name));
      await execute(adminUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    },
  };
}

/** A pool's `end` does not wait for its connections, and one that is cut off throws in whatever test runs then. 5 s at most. */
function waitForEndOfConnections(name: string): string {
  return `DO $$ BEGIN
    FOR i IN 1..100 LOOP
      EXIT WHEN NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = ${pg.escapeLiteral(name)});
      PERFORM pg_sleep(0.05);
      PERFORM pg_stat_clear_snapshot();
    END LOOP;
  END $$`;
}

/** The same server's address with another database in it. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
