/**
 * Tells the engine of the listings as Postgres has them. The engine knows an asset, a market or the service token only by
 * the commands in its journal, so whoever changes a listing publishes it in the same transaction; the worker sends what
 * is written here, and settlement marks it done when the engine has taken it.
 */
import { createHash } from 'node:crypto';
import type { Configure } from '@pelican/shared/engine/spot/commands.ts';
import { Op } from '@pelican/shared/engine/spot/commands.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Catalog, engineSettings, loadCatalog } from './catalog.ts';
import { pivotTicker, serviceTicker } from './service-token.ts';

/** Two publishers write one after the other, or the older listing could be the last that the engine hears of. */
const publishLock = 'publish-listings';

interface SubjectCommand {
  /** What the settings are of: 'asset:3', 'market:7', 'shard:spot' */
  subject: string;
  command: Configure;
}

/**
 * Writes a command for every asset, market and shard setting whose newest command says something else: assets before the
 * markets that need them, then the service token. A repeat writes nothing.
 * @param transaction a transaction that holds the listings as they shall be
 * @returns the subjects that the engine will hear of
 * @throws RangeError when a listing is one that the engine would refuse
 */
export async function publishListings(transaction: Queryable): Promise<string[]> {
  await transaction.query('SELECT pg_advisory_xact_lock(hashtext($1))', [publishLock]);
  const commands = listingCommands(await loadCatalog(transaction));
  const newest = await newestCommands(
    transaction,
    commands.map(({ subject }) => subject),
  );
  const published: string[] = [];
  for (const { subject, command } of commands) {
    const text = canonicalJson(command);
    const last = newest.get(subject);
    if (last?.text === text) continue;
    // The key names what went before, so that a setting may come back to what it was.
    const hash = createHash('sha256')
      .update(`${last?.id ?? 0}\n${text}`)
      .digest('hex')
      .slice(0, 16);
    await transaction.query(`INSERT INTO outbox_commands (shard, key, command) VALUES ('spot', $1, $2)`, [
      `${subject}:${hash}`,
      text,
    ]);
    published.push(subject);
  }
  return published;
}

function listingCommands(catalog: Catalog): SubjectCommand[] {
  const of = (subject: string, settings: Configure['settings']): SubjectCommand => ({
    subject,
    command: { op: Op.configure, user: 0, settings },
  });
  const idOf = (ticker: string) => catalog.assetByTicker(ticker)?.id ?? 0;
  return [
    ...catalog.assets.map(({ id, ticker, scale }) => of(`asset:${id}`, { kind: 'asset', id, ticker, scale })),
    ...catalog.markets.map((market) => of(`market:${market.id}`, engineSettings(market))),
    of('shard:spot', { kind: 'shard', serviceAsset: idOf(serviceTicker), pivotAsset: idOf(pivotTicker) }),
  ];
}

async function newestCommands(
  transaction: Queryable,
  subjects: string[],
): Promise<Map<string, { id: string; text: string }>> {
  const { rows } = await transaction.query<{ subject: string; id: string; command: unknown }>(
    `SELECT subject, last.id, last.command FROM unnest($1::text[]) AS subject CROSS JOIN LATERAL (
      SELECT id, command FROM outbox_commands
      WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = subject AND shard = 'spot'
      ORDER BY id DESC LIMIT 1) AS last`,
    [subjects],
  );
  return new Map(rows.map(({ subject, id, command }) => [subject, { id, text: canonicalJson(command) }]));
}

/** JSON with sorted names: Postgres keeps the names of a jsonb in an order of its own. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
