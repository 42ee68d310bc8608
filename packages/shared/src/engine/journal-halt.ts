/**
 * A journal that lost entries must not be extended: what is appended behind the loss is another history. Every part knows
 * an entry that the journal has to hold: a writer the newest one it has seen, an engine the one it applied last, settlement
 * the one at its cursor. The part that misses it halts the exchange: writers append nothing and engines do not lead until
 * `npm run ops -- recover-journal` has put the entries back. The halt is in Redis, which may forget it too: each part looks
 * for its entry again when it starts.
 */
import { type Shard, shardKeys } from './shards.ts';
import { comparePositions, positionStart } from './stream-position.ts';

/** The Redis hash that halts the exchange: a `Halt` as JSON, by shard and position, so that no part hides what another knew. */
export const haltKey = 'exchange:halt';

export interface Halt {
  /** The entry that the journal does not hold. */
  position: string;
  reason: string;
}

/** The part of a Redis connection that is needed here. */
interface Commands {
  callBuffer(name: string, ...args: (string | number)[]): Promise<unknown>;
}

/** An entry that a journal has to hold. */
export interface KnownEntry {
  position: string;
  /** Undefined when only the position is known. */
  bytes?: Uint8Array | undefined;
}

type RawEntry = [id: Buffer, fields: Buffer[]];

/** True when the shard's journal holds the entry, or its leader has trimmed it beyond that position. */
export async function journalHolds(
  redis: Commands,
  shard: Pick<Shard, 'name'>,
  { position, bytes }: KnownEntry,
): Promise<boolean> {
  if (position === positionStart) return true;
  const { commands: stream, trimmed } = shardKeys(shard);
  const [found] = (await redis.callBuffer('XRANGE', stream, position, position)) as RawEntry[];
  if (found) return bytes === undefined || found[1][1]?.equals(bytes) === true;
  const [oldest] = (await redis.callBuffer('XRANGE', stream, '-', '+', 'COUNT', 1)) as RawEntry[];
  if (!oldest || comparePositions(position, oldest[0].toString('latin1')) > 0) return false;
  const trimmedTo = (await redis.callBuffer('GET', trimmed)) as Buffer | null;
  if (trimmedTo) return comparePositions(position, trimmedTo.toString('latin1')) < 0;
  // A journal that no engine of this release has led.
  const facts = ((await redis.callBuffer('XINFO', 'STREAM', stream)) as unknown[]).map(String);
  const fact = (name: string) => Number(facts[facts.indexOf(name) + 1]);
  return fact('entries-added') > fact('length');
}

/** Halts the exchange. */
export async function halt(redis: Commands, shard: string, reason: Halt): Promise<void> {
  await redis.callBuffer('HSET', haltKey, `${shard} ${reason.position}`, JSON.stringify(reason));
}

/** The halt of a shard with the newest entry; undefined when there is none. */
export async function readHaltOf(redis: Commands, shard: string): Promise<Halt | undefined> {
  const positions = (await haltFields(redis))
    .filter((field) => field.startsWith(`${shard} `))
    .map((field) => field.slice(shard.length + 1));
  const [newest] = positions.sort((a, b) => comparePositions(b, a));
  if (newest === undefined) return undefined;
  return JSON.parse(String(await redis.callBuffer('HGET', haltKey, `${shard} ${newest}`))) as Halt;
}

/** The fields of the hash that halt the exchange now; empty while it is not halted. */
export async function haltFields(redis: Commands): Promise<string[]> {
  return ((await redis.callBuffer('HKEYS', haltKey)) as Buffer[]).map(String);
}

/** Ends these halts. Others, raised since the fields were read, stay. */
export async function endHalts(redis: Commands, fields: readonly string[]): Promise<void> {
  await redis.callBuffer('HDEL', haltKey, ...fields);
}

/** Every halt; empty while the exchange is not halted. */
export async function readHalts(redis: Commands): Promise<Halt[]> {
  const values = (await redis.callBuffer('HVALS', haltKey)) as Buffer[];
  return values.map((value) => JSON.parse(String(value)) as Halt);
}

/** Why the exchange is halted; undefined when it is not. */
export async function readHalt(redis: Commands): Promise<string | undefined> {
  const halts = await readHalts(redis);
  return halts.length === 0 ? undefined : halts.map(({ reason }) => reason).join('; ');
}

/** A halt by an entry that is not there. @param by what knows of the entry: 'is settled' */
export function lostEntry(shard: string, position: string, by: string): Halt {
  const reason = `the journal of ${shard} does not hold the entry ${position}, which ${by}: Redis has lost entries. Nothing may be appended: see "Redis lost entries" in docs/operations.md`;
  return { position, reason };
}
