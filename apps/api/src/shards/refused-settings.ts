/**
 * Changes of listings that an engine refuses. An engine may answer long after the operator has gone, so the outbox command
 * of such a change keeps, for each field, what the change wrote and what the engine had before. Whoever hears the refusal,
 * the operator's process or the worker, takes the change back by it.
 *
 * A field is taken back only while it has the value that the change wrote: what was decided meanwhile stays, and goes to the
 * engine with what it had before. The status of a market is never refused and never taken back, so that a halt cannot fail.
 */
import type { ErrorCode } from '@pelican/shared/contracts';
import type { Pool } from 'pg';
import type { Delivery } from '../identity/index.ts';
import { inTransaction, type Queryable, recordAudit, type Transaction } from '../platform/database/index.ts';
import { canonicalJson } from './publish-settings.ts';

type Fields = Record<string, unknown>;

interface Undo {
  /** Who made the change, and why. */
  actor: string;
  reason?: string;
  fields: Record<string, { wrote: unknown; before: unknown }>;
}

/** How a kind of listing is taken back. */
export interface ListingKind {
  /** What its subjects and audit records begin with: 'market' of 'market:3' */
  kind: 'market' | 'instrument';
  lock(tx: Transaction): Promise<void>;
  /** As Postgres has it. */
  read(tx: Transaction, id: number): Promise<{ name: string; fields: Fields }>;
  write(tx: Transaction, id: number, fields: Fields): Promise<void>;
  /** Puts into the outbox what is new. */
  publish(tx: Transaction): Promise<unknown>;
}

const newestOf = `SELECT id, done_at, undo FROM outbox_commands
  WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = $1 ORDER BY id DESC LIMIT 1`;

/** What is taken back when the engine refuses the newest command of the subject; undefined once it has answered. */
async function readUndo(tx: Queryable, subject: string): Promise<{ id: string; undo: Undo | null } | undefined> {
  const { rows } = await tx.query<{ id: string; done_at: Date | null; undo: Undo | null }>(newestOf, [subject]);
  const newest = rows[0];
  return newest && newest.done_at === null ? newest : undefined;
}

/** What the engine had before the changes that it has not answered; undefined when it has answered all. */
export async function unansweredFields(tx: Queryable, subject: string): Promise<Fields | undefined> {
  const newest = await readUndo(tx, subject);
  if (!newest) return undefined;
  return mapFields(newest.undo?.fields ?? {}, ({ before }) => before);
}

/** Notes, for a change that the engine may refuse and that has just been published, what it changed. */
export async function keepUndo(
  tx: Transaction,
  subject: string,
  {
    actor,
    reason,
    change,
    before,
    after,
  }: { actor: string; reason: string | undefined } & Record<'change' | 'before' | 'after', Fields>,
): Promise<void> {
  const newest = await readUndo(tx, subject);
  if (!newest) return;
  const known = newest.undo?.fields ?? {};
  const fields = { ...known };
  for (const name of Object.keys(change)) {
    if (name === 'status' || !(name in before)) continue;
    // What an unanswered change wrote is not what the engine has.
    fields[name] = { wrote: after[name], before: known[name] ? known[name].before : before[name] };
  }
  const undo: Undo = { actor, ...(reason === undefined ? {} : { reason }), fields };
  await tx.query('UPDATE outbox_commands SET undo = $2 WHERE id = $1', [newest.id, JSON.stringify(undo)]);
}

export interface ChangeDelivery {
  pool: Pool;
  deliver(subjects: string[]): Promise<Delivery>;
}

/**
 * Takes a listing to its engine. What the engine refuses is taken back, and the rest is sent.
 * @returns what became of it at first, and in the end
 */
export async function deliverListing(
  { pool, deliver }: ChangeDelivery,
  listing: ListingKind,
  id: number,
  subjects: string[] = [],
): Promise<{ first: Delivery; last: Delivery }> {
  const subject = `${listing.kind}:${id}`;
  const first = await deliver([...subjects, subject]);
  if (first.kind !== 'refused') return { first, last: first };
  const isTakenBack = await inTransaction(pool, (tx) => takeBack(tx, listing, id, first));
  return { first, last: isTakenBack ? await deliver([subject]) : first };
}

async function takeBack(
  tx: Transaction,
  listing: ListingKind,
  id: number,
  { commands, reason: refusal }: { commands: string[]; reason: ErrorCode },
): Promise<boolean> {
  await listing.lock(tx);
  const subject = `${listing.kind}:${id}`;
  const newest = await readUndo(tx, subject);
  // Another process has taken it back, or somebody has changed it meanwhile: that one has not been judged.
  if (!newest?.undo || !commands.includes(newest.id)) return false;
  const { actor, reason, fields } = newest.undo;
  const { name, fields: current } = await listing.read(tx, id);
  const ours = Object.fromEntries(
    Object.entries(fields).filter(([field, { wrote }]) => canonicalJson(current[field]) === canonicalJson(wrote)),
  );
  await listing.write(
    tx,
    id,
    mapFields(ours, ({ before }) => before),
  );
  await listing.publish(tx);
  const change = mapFields(ours, ({ wrote }) => wrote);
  const details = { name, change, refusal, ...(reason === undefined ? {} : { reason }) };
  await recordAudit(tx, { actor, action: `${listing.kind}.change_refused`, subject, details });
  return true;
}

function mapFields<Of>(fields: Record<string, Of>, pick: (of: Of) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, pick(of)]));
}

/** Younger ones are the operator's process's, which waits for 5 s. */
const leftOverSeconds = 10;

/** Takes changes to their engines that the process of their operator has left unanswered. @returns how many */
export async function deliverLeftOver(deps: ChangeDelivery, listings: readonly ListingKind[]): Promise<number> {
  const { rows } = await deps.pool.query<{ kind: string; id: number }>(
    `SELECT DISTINCT split_part(key, ':', 1) AS kind, split_part(key, ':', 2)::integer AS id FROM outbox_commands
      WHERE done_at IS NULL AND undo IS NOT NULL AND created_at < now() - make_interval(secs => $1)`,
    [leftOverSeconds],
  );
  for (const { kind, id } of rows) {
    const listing = listings.find((one) => one.kind === kind);
    if (listing) await deliverListing(deps, listing, id);
  }
  return rows.length;
}
