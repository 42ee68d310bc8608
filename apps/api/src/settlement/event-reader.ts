/** Reads a shard's event stream in order, as raw bytes, as fast as the caller asks. */
import { eventField } from '@pelican/shared/engine';
import { type TracedCommand, tracedIn } from '@pelican/tracing';
import type { Redis } from 'ioredis';

export interface EventEntry {
  /** The stream id, which is the journal position. */
  id: string;
  bytes: Uint8Array;
  /** Commands whose traces go on here. */
  traced?: readonly TracedCommand[];
}

type RawEntry = [id: Buffer, fields: Buffer[]];

/** Entries after `position`; waits up to `blockMs` for the first one and may answer none. */
export async function readEvents(
  redis: Redis,
  stream: string,
  position: string,
  options: { count: number; blockMs: number },
): Promise<EventEntry[]> {
  const answer = (await redis.callBuffer(
    'XREAD',
    'COUNT',
    String(options.count),
    'BLOCK',
    String(options.blockMs),
    'STREAMS',
    stream,
    position,
  )) as [Buffer, RawEntry[]][] | null;
  const entries = answer?.[0]?.[1] ?? [];
  return entries.map(toEntry);
}

function toEntry([id, fields]: RawEntry): EventEntry {
  const entry = { id: id.toString('latin1'), bytes: eventBytes(fields) };
  const traced = fields.length > 2 ? tracedIn(fields) : undefined;
  return traced ? { ...entry, traced } : entry;
}

function eventBytes(fields: Buffer[]): Uint8Array {
  const [name, value] = fields;
  if (name?.toString('latin1') !== eventField || !value)
    throw new Error('an event entry has other fields than expected');
  return value;
}
