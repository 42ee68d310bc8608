/**
 * Changes of listings, and what becomes of those that an engine refuses. An engine may answer long after the operator has
 * gone, so the outbox command of a change keeps, for each field, what the change wrote and what the engine had before.
 * The process that reads the refusal, the operator's or the worker, takes the change back by it.
 *
 * At most one such change waits for the engine: until it is answered the market can only be stopped. A stop is never taken
 * back, so it takes effect whatever it was put on top of.
 */
import { DomainError, type ErrorCode } from '@pelican/shared/contracts';
import type { Pool } from 'pg';
import type { Delivery, OperatorAct } from '../identity/index.ts';
import { inTransaction, type Queryable, recordAudit, type Transaction } from '../platform/database/index.ts';
import { pickFields } from './listing-figures.ts';
import { type Fields, isStop, type ListingKind, loosens, type StatusChange } from './listing-kind.ts';
import { canonicalJson, publishAgain } from './publish-settings.ts';

interface Undo {
  /** Who made the change, and why. */
  actor: string;
  reason?: string;
  /** Empty for a command that reverted a change. */
  fields: Record<string, { wrote: unknown; before: unknown }>;
}

/**
 * Writes a change of a listing that the caller has locked, and its command.
 * @returns the subjects published
 * @throws DomainError invalid_argument when the change has to wait, or loosens the status and changes more than that
 */
export async function changeListing(
  tx: Transaction,
  listing: ListingKind,
  { act, id, change }: { act: OperatorAct; id: number; change: Fields },
): Promise<string[]> {
  const subject = `${listing.kind}:${id}`;
  const { name, fields: before } = await listing.read(tx, id);
  const wanted = { change, statusBefore: String(before.status) };
  await demandChangeable(tx, listing, { subject, name, ...wanted });
  await listing.write(tx, id, change);
  const published = await listing.publish(tx);
  if (!published.includes(subject)) await publishAgain(tx, subject);
  if (!isStop(listing, wanted)) {
    const { fields: after } = await listing.read(tx, id);
    // A stop stays, whatever becomes of the rest.
    const names = Object.keys(change).filter(
      (field) => field in before && (field !== 'status' || loosens(listing, wanted)),
    );
    await keepUndo(
      tx,
      subject,
      act,
      pickFields(names, (field) => ({ wrote: after[field], before: before[field] })),
    );
  }
  return published;
}

interface Subject {
  /** 'market:3' */
  subject: string;
  name: string;
}

async function demandChangeable(
  tx: Transaction,
  listing: ListingKind,
  { subject, name, ...wanted }: Subject & StatusChange,
): Promise<void> {
  if (isStop(listing, wanted)) return;
  const isLoosened = loosens(listing, wanted);
  if (isLoosened && Object.keys(wanted.change).length > 1)
    throw refused(
      `the status of ${name} is loosened by a change of its own: change the rest before, so that the engine has judged it`,
    );
  const waiting = await readUnanswered(tx, subject);
  if (waiting && (isLoosened || waiting.undo)) throw notAnswered(name);
}

/** @throws DomainError invalid_argument while the engine has not answered the last change, a stop included */
export async function demandAnswered(tx: Queryable, { subject, name }: Subject): Promise<void> {
  if (await readUnanswered(tx, subject)) throw notAnswered(name);
}

function notAnswered(name: string): DomainError {
  return refused(`the engine has not answered the last change of ${name} yet (see \`status\`): try again then`);
}

function refused(message: string): DomainError {
  return new DomainError('invalid_argument', { message });
}

/** The newest command of the subject while the engine has not answered it. */
async function readUnanswered(tx: Queryable, subject: string): Promise<{ id: string; undo: Undo | null } | undefined> {
  const { rows } = await tx.query<{ id: string; isDone: boolean; undo: Undo | null }>(
    `SELECT id, done_at IS NOT NULL AS "isDone", undo FROM outbox_commands
      WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = $1 ORDER BY id DESC LIMIT 1`,
    [subject],
  );
  return rows[0]?.isDone === false ? rows[0] : undefined;
}

/** For the newest command of the subject, which has just been published. */
async function keepUndo(
  tx: Transaction,
  subject: string,
  { actor, reason }: Pick<Undo, 'actor'> & { reason?: string | undefined },
  fields: Undo['fields'],
): Promise<void> {
  const newest = await readUnanswered(tx, subject);
  const undo: Undo = { actor, ...(reason === undefined ? {} : { reason }), fields };
  if (newest) await writeUndo(tx, newest.id, undo);
}

async function writeUndo(tx: Transaction, id: string, undo: Undo | null): Promise<void> {
  await tx.query('UPDATE outbox_commands SET undo = $2 WHERE id = $1', [id, undo && JSON.stringify(undo)]);
}

export interface ChangeDelivery {
  pool: Pool;
  deliver(subjects: string[]): Promise<Delivery>;
  /** Reports what an operator has to examine. */
  warn(message: string): void;
}

/**
 * Takes a change to its engine after the commit. What the engine refuses is taken back, and the rest is sent.
 * @returns what became of the change; of a stop what became of it in the end
 */
export async function deliverChange(
  deps: ChangeDelivery,
  listing: ListingKind,
  { id, subjects = [], ...wanted }: { id: number; subjects?: string[] } & StatusChange,
): Promise<Delivery> {
  const { first, last } = await deliverListing(deps, listing, id, subjects);
  return isStop(listing, wanted) ? last : first;
}

async function deliverListing(
  deps: ChangeDelivery,
  listing: ListingKind,
  id: number,
  subjects: string[] = [],
): Promise<{ first: Delivery; last: Delivery }> {
  const subject = `${listing.kind}:${id}`;
  const first = await deps.deliver([...subjects, subject]);
  if (first.kind !== 'refused') return { first, last: first };
  const takenBack = await inTransaction(deps.pool, (tx) => takeBack(tx, deps, listing, { id, ...first }));
  return { first: { ...first, takenBack }, last: takenBack.length > 0 ? await deps.deliver([subject]) : first };
}

/** @returns the fields taken back; none when there is nothing to be sent */
async function takeBack(
  tx: Transaction,
  { warn }: Pick<ChangeDelivery, 'warn'>,
  listing: ListingKind,
  { id, commands, reason: refusal }: { id: number; commands: string[]; reason: ErrorCode },
): Promise<string[]> {
  await listing.lock(tx);
  const subject = `${listing.kind}:${id}`;
  const newest = await readUnanswered(tx, subject);
  // Another process has taken it back, or somebody has changed it meanwhile: that one has not been judged.
  if (!newest?.undo || !commands.includes(newest.id)) return [];
  const { fields, ...act } = newest.undo;
  const { name, fields: current } = await listing.read(tx, id);
  const ours = Object.fromEntries(
    Object.entries(fields).filter(
      ([field, { wrote, before }]) =>
        listing.fields.includes(field) &&
        wrote !== undefined &&
        before !== undefined &&
        canonicalJson(current[field]) === canonicalJson(wrote),
    ),
  );
  if (Object.keys(ours).length === 0) {
    await writeUndo(tx, newest.id, null);
    warn(
      `the engine refuses ${name} (${refusal}), and no change of it is left to be taken back: change what it refuses`,
    );
    return [];
  }
  const restored = mapFields(ours, ({ before }) => before);
  await listing.write(tx, id, restored);
  await listing.publish(tx);
  // The command inherits what has just been done: it must not be tried a second time.
  await keepUndo(tx, subject, act, {});
  const change = mapFields(ours, ({ wrote }) => wrote);
  const details = { name, change, refusal, ...(act.reason === undefined ? {} : { reason: act.reason }) };
  await recordAudit(tx, { actor: act.actor, action: `${listing.kind}.change_refused`, subject, details });
  return Object.keys(ours);
}

function mapFields<Of>(fields: Record<string, Of>, pick: (of: Of) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, pick(of)]));
}

/** Younger ones are the operator's process's, which waits for 5 s. */
const leftOverSeconds = 10;
/** Always the same: what waits may be a stop, which must reach an engine soon after that is back. */
const askAgainSeconds = 15;
/** At once, each with its own connections. */
const askedMax = 20;

/**
 * Asks the engines about changes that the process of their operator has left unanswered, again and again; one process
 * asks about each. The relay of the outbox leaves them to this: only who waits for the answer hears a refusal.
 * @returns how many
 */
export async function deliverLeftOver(deps: ChangeDelivery, listings: readonly ListingKind[]): Promise<number> {
  const { rows } = await deps.pool.query<{ kind: string; id: number }>(
    `UPDATE outbox_commands SET sent_at = now() WHERE id IN (
        SELECT id FROM outbox_commands
          WHERE done_at IS NULL AND undo IS NOT NULL AND created_at < now() - make_interval(secs => $1)
            AND (sent_at IS NULL OR sent_at < now() - make_interval(secs => $2))
          ORDER BY sent_at NULLS FIRST, id LIMIT $3 FOR UPDATE SKIP LOCKED)
      RETURNING split_part(key, ':', 1) AS kind, split_part(key, ':', 2)::integer AS id`,
    [leftOverSeconds, askAgainSeconds, askedMax],
  );
  // No listing holds up another one: neither one that cannot be delivered nor one whose engine does not answer.
  const ask = async ({ kind, id }: (typeof rows)[number]) => {
    const listing = listings.find((one) => one.kind === kind);
    const fail = (error: Error) =>
      deps.warn(`the change of ${kind}:${id} cannot be taken to its engine: ${error.message}`);
    if (listing) await deliverListing(deps, listing, id).catch(fail);
  };
  await Promise.all(rows.map(ask));
  return rows.length;
}
