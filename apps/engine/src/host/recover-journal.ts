/**
 * Gives a Redis that lost entries of a journal what the engines' archive and copies still hold. What writers have appended
 * behind the loss keeps its place behind the entries that are put back, unless an engine has answered it: then the missing
 * entries before it stay out, because the published events were made without them (docs/decisions/0040).
 */
import { rename } from 'node:fs/promises';
import {
  comparePositions,
  eventField,
  newestIdLua,
  positionStart,
  type Shard,
  shardKeys,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { archiveEnd, listSegments, readSegment } from './archive.ts';
import type { EngineFolders } from './config.ts';
import { type CopiedEntry, copiedEntries } from './copied-entries.ts';
import { type JournalEntry, streamFacts } from './journal.ts';
import { JournalChanged, type LiveJournal, putBack } from './replace-journal.ts';
import { listSnapshots, snapshotFile } from './snapshot-store.ts';
import { futureEntryAt } from './time-leap.ts';

/** Entries that are read from Redis at once. */
const pageEntries = 500;
/**
 * KEYS: the journal, the event stream. ARGV: newest id that each of them must have, and the one after which the event stream
 * is to go on, '0-0' for the first. Empties the event stream and returns 1, or changes nothing and returns 0.
 */
const resetEventsScript = `${newestIdLua}
if newestId(KEYS[1]) ~= ARGV[1] or newestId(KEYS[2]) ~= ARGV[2] then return 0 end
redis.call('DEL', KEYS[2])
if ARGV[3] ~= '0-0' then
  redis.call('XADD', KEYS[2], ARGV[3], '${eventField}', '')
  redis.call('XDEL', KEYS[2], ARGV[3])
  redis.call('XSETID', KEYS[2], ARGV[3], 'ENTRIESADDED', 0, 'MAXDELETEDID', '0-0')
end
return 1`;

export interface RecoverJournalOptions {
  redis: Redis;
  shard: Shard;
  folders: EngineFolders;
  /** Where Postgres is settled. */
  settled: string;
  /** Another position that the journal should hold; the journal's start when there is none. */
  known: string;
  /** Goes on without what no copy holds. */
  acceptLoss: boolean;
}

/** A run of entries. */
export interface EntryRange {
  first: string;
  last: string;
  entries: number;
  commands: number;
}

export interface RecoveredJournal {
  /** The journal's end, before and after. */
  before: string;
  end: string;
  /** Entries that were put back. */
  restored: EntryRange | undefined;
  /** Copied entries that stay out of the journal: commands behind them were answered without them. */
  leftOut: EntryRange | undefined;
  /** Copied entries that are of no use: entries before them are in no copy. */
  stranded: EntryRange | undefined;
  /** Entries of the journal that are taken out of it: the first one is dated in the future, and no engine has answered any. */
  refused: EntryRange | undefined;
  /** The positions of `settled` and `known` that are neither in the journal at the end nor, unless settled, in `leftOut` or `refused`. */
  lost: string[];
  /** Why nothing can be put back: two histories. */
  conflict: string | undefined;
  /** The journal was changed, or needed no change. */
  isDone: boolean;
}

/** What is there: the journal in Redis, and the copies from its beginning on. */
interface Findings extends LiveJournal {
  copies: JournalEntry[];
  /** The positions of those that are from the archive, and so settled. */
  archived: Set<string>;
  /** The copies that name the entry before them. */
  tail: CopiedEntry[];
  stranded: JournalEntry[];
}

/**
 * Changes nothing when there are two histories, or a loss that is not accepted.
 * @throws ConflictingCopies; JournalChanged, which leaves the journal as the other process has made it
 */
export async function recoverJournal(options: RecoverJournalOptions): Promise<RecoveredJournal> {
  const { redis, shard, settled, known, acceptLoss } = options;
  const found = await look(options);
  const answered = await answeredEnd(options, found.live);
  const refused = await refusedEntries(redis, found.live, answered);
  const kept = { ...found, live: found.live.slice(0, found.live.length - refused.length) };
  const live = new Map(kept.live.map((entry) => [entry.position, entry]));
  const absent = found.copies.filter(({ position }) => !live.has(position));
  const leftOut = absent.filter(({ position }) => comparePositions(position, answered) < 0);
  const missing = absent.filter(({ position }) => comparePositions(position, answered) > 0);
  const conflict =
    differingEntry(live, found.copies) ?? settledAmong(options, kept, leftOut) ?? entryAmong(kept, missing);
  const held = new Set([...live.keys(), ...missing.map(({ position }) => position)]);
  const isHeld = (position: string) => held.has(position) || isBefore(position, kept);
  const isNamed = (position: string) => [...leftOut, ...refused].some((entry) => entry.position === position);
  const lost = [...new Set([settled, known])].filter((position) => !isHeld(position) && !isNamed(position));
  const isLossless = lost.length === 0 && leftOut.length === 0 && found.stranded.length === 0;
  const isAccepted = acceptLoss || (isLossless && refused.length === 0);
  const isDone = conflict === undefined && isHeld(settled) && isAccepted;
  if (isDone) {
    const place = { redis, stream: shardKeys(shard).commands, archiveFolder: options.folders.archive };
    const newest = await putBack(place, found, missing, refused);
    await resetEvents(options, newest, isHeld);
    if (!isLossless) await setAside(options.folders, isHeld);
  }
  return {
    before: found.newest,
    end: [...held].reduce((end, position) => (comparePositions(position, end) > 0 ? position : end), positionStart),
    restored: rangeOf(missing),
    leftOut: rangeOf(leftOut),
    stranded: rangeOf(found.stranded),
    refused: rangeOf(refused),
    lost,
    conflict,
    isDone,
  };
}

async function look({ redis, shard, folders }: RecoverJournalOptions): Promise<Findings> {
  const { commands, trimmed } = shardKeys(shard);
  // The newest id comes first: an entry that is appended after it makes `putBack` fail.
  const facts = await streamFacts(redis, commands);
  const live = await liveEntries(redis, commands);
  const segments = await listSegments(folders.archive);
  const end = archiveEnd(segments);
  // A stream that is gone begins again with the archive's last entry, which shows that the two meet.
  const begin = live[0]?.position ?? end;
  // Nothing behind the position to which the leader has trimmed may be missing, at the stream's beginning neither.
  const trimmedTo = (await redis.get(trimmed)) ?? begin;
  const from = live.length > 0 && comparePositions(trimmedTo, begin) < 0 ? trimmedTo : begin;
  const copies: JournalEntry[] = [];
  for (const segment of segments) {
    if (comparePositions(segment.last, from) < 0) continue;
    for await (const { position, bytes } of readSegment(segment))
      if (comparePositions(position, from) >= 0) copies.push({ position, bytes: Buffer.from(bytes) });
  }
  const archived = new Set(copies.map(({ position }) => position));
  const known = new Set([...live.map(({ position }) => position), ...archived, positionStart]);
  const stranded: JournalEntry[] = [];
  const tail = await copiedEntries(folders.tail, from);
  for (const entry of tail) {
    const follows = known.has(entry.after) || (comparePositions(entry.after, end) <= 0 && live.length === 0);
    if (!follows && !known.has(entry.position)) stranded.push(entry);
    else copies.push(entry);
    if (follows) known.add(entry.position);
  }
  const unique = new Map(copies.map((entry) => [entry.position, entry]));
  const ordered = [...unique.values()].sort((a, b) => comparePositions(a.position, b.position));
  return { live, copies: ordered, archived, tail, stranded, newest: facts.newest, addedCount: facts.addedCount };
}

/** What no engine has applied because of its time, and what was appended behind it, which has no answer either. */
async function refusedEntries(redis: Redis, live: JournalEntry[], answered: string): Promise<JournalEntry[]> {
  const [seconds] = await redis.time();
  const unanswered = live.filter(({ position }) => comparePositions(position, answered) > 0);
  const at = futureEntryAt(unanswered, answered, Number(seconds) * 1000);
  return at < 0 ? [] : unanswered.slice(at);
}

/** All entries of the stream, a page at a time: one reply with all of them would hold up everybody else. */
async function liveEntries(redis: Redis, stream: string): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for (;;) {
    const after = entries.at(-1)?.position;
    const from = after === undefined ? '-' : `(${after}`;
    const page = (await redis.callBuffer('XRANGE', stream, from, '+', 'COUNT', pageEntries)) as [Buffer, Buffer[]][];
    for (const [id, fields] of page)
      entries.push({ position: id.toString('latin1'), bytes: fields[1] ?? Buffer.alloc(0) });
    if (page.length < pageEntries) return entries;
  }
}

/** True for a position that is older than everything looked at: it is archived. */
function isBefore(position: string, { live, copies }: Findings): boolean {
  const [first] = [...live.slice(0, 1), ...copies.slice(0, 1)].sort((a, b) => comparePositions(a.position, b.position));
  return position === positionStart || (first !== undefined && comparePositions(position, first.position) < 0);
}

function differingEntry(live: Map<string, JournalEntry>, copies: JournalEntry[]): string | undefined {
  const other = copies.find(({ position, bytes }) => {
    const entry = live.get(position);
    return entry && Buffer.compare(entry.bytes, bytes) !== 0;
  });
  return other && `the journal and the engines' copies hold two entries ${other.position}`;
}

/** A writer has appended between the missing entries, which a clock that was set back allows: they were answered without it. */
function entryAmong({ live, copies, tail }: Findings, missing: JournalEntry[]): string | undefined {
  const copied = new Set(copies.map(({ position }) => position));
  const after = new Map(tail.map((entry) => [entry.position, entry.after]));
  const whole = [...live, ...missing].sort((a, b) => comparePositions(a.position, b.position));
  for (const [at, { position }] of whole.entries()) {
    const before = whole[at - 1]?.position;
    const wanted = after.get(position);
    if (before === undefined || wanted === undefined || copied.has(before)) continue;
    if (comparePositions(before, wanted) > 0)
      return `the entry ${before} was appended among those that are missing: ${position} was answered without it`;
  }
  return undefined;
}

/**
 * The newest entry of the journal that an engine has answered, by the published events and by what Postgres has settled,
 * which may be newer than events that were lost; the journal's start when there is none.
 */
async function answeredEnd({ redis, shard, settled }: RecoverJournalOptions, live: JournalEntry[]): Promise<string> {
  const { newest } = await streamFacts(redis, shardKeys(shard).events);
  const isAnswered = ({ position }: JournalEntry) => comparePositions(position, newest) <= 0 || position === settled;
  const answered = live.findLast(isAnswered);
  return answered?.position ?? positionStart;
}

/**
 * An entry that Postgres has settled was answered, and commands behind it were answered without it. Postgres has settled each
 * entry up to `settled` unless that entry is in the journal, behind the missing ones.
 */
function settledAmong(
  { settled }: RecoverJournalOptions,
  { archived, live }: Findings,
  leftOut: JournalEntry[],
): string | undefined {
  const [first] = leftOut;
  const isLive = live.some(({ position }) => position === settled);
  const isSettled = (position: string) => !isLive && comparePositions(position, settled) <= 0;
  const proof = leftOut.find(({ position }) => isSettled(position) || archived.has(position));
  return (
    proof && `commands were answered without the entry ${first?.position} before them, and ${proof.position} is settled`
  );
}

/**
 * Events that are gone, or of entries that are lost: everything after the settled place is published again.
 * @param journalEnd the newest id that the journal must still have: behind another, the events are a leader's at work
 */
async function resetEvents(
  { redis, shard, settled }: RecoverJournalOptions,
  journalEnd: string,
  isHeld: (position: string) => boolean,
): Promise<void> {
  const { commands, events } = shardKeys(shard);
  const { newest } = await streamFacts(redis, events);
  if ((newest !== positionStart || settled === positionStart) && isHeld(newest)) return;
  const ids = [journalEnd, newest, settled];
  if ((await redis.eval(resetEventsScript, 2, commands, events, ...ids)) !== 1) throw new JournalChanged();
}

/** Snapshots of lost entries, and the copies, are kept under other names. */
async function setAside(folders: EngineFolders, isHeld: (position: string) => boolean): Promise<void> {
  const suffix = `lost-${Date.now()}`;
  for (const position of await listSnapshots(folders.snapshots)) {
    const file = snapshotFile(folders.snapshots, position);
    if (!isHeld(position)) await rename(file, `${file}.${suffix}`);
  }
  await rename(folders.tail, `${folders.tail}.${suffix}`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

function rangeOf(entries: JournalEntry[]): EntryRange | undefined {
  const [first] = entries;
  const last = entries.at(-1);
  if (!first || !last) return undefined;
  const commands = entries.reduce(
    (sum, { bytes }) => sum + (bytes.length < 4 ? 0 : Buffer.from(bytes).readUInt16LE(2)),
    0,
  );
  return { first: first.position, last: last.position, entries: entries.length, commands };
}
