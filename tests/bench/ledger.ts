/**
 * npm run bench -- ledger [seconds]
 *
 * 20 clients at once on one main wallet for a minute: postings, transfers, holds, releases and captures. Ends with 1 when a transaction
 * had to run again for a deadlock, or when the audit finds a difference. The last line is JSON.
 */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { migrate } from '@pelican/prisma/migrate.ts';
import pg from 'pg';
import { runLedgerLoad } from '../support/ledger-load.ts';
import { insertListings } from '../support/listings.ts';
import { startLocalPostgres } from '../support/local-servers.ts';
import { shards } from '../support/shards.ts';

const clients = 20;
const seconds = Number(process.argv[2] ?? 60);

const postgres = await startLocalPostgres({});
try {
  await migrate(postgres.url);
  await insertListings(postgres.url);
  const pool = new pg.Pool({ connectionString: postgres.url, max: clients });
  const endsAt = performance.now() + seconds * 1000;
  const result = await runLedgerLoad({ pool, clients, goesOn: () => performance.now() < endsAt, seed: Date.now() });
  const { differences } = await audit(pool, shards);
  await pool.end();
  const done = Object.values(result.done).reduce((sum, count) => sum + count, 0);
  const figures = { bench: 'ledger', seconds, perSecond: Math.round(done / seconds), ...result, differences };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.exitCode = result.repeated > 0 || differences.length > 0 ? 1 : 0;
} finally {
  await postgres.stop();
}
