/** The one way into the event stream: an append that demands the stream's newest id. */
import { createHash } from 'node:crypto';
import { digestAt, digestOf, eventField, newestIdLua } from '@pelican/shared/engine';
import { type TracedCommand, tracedText, traceField } from '@pelican/tracing';
import type { Redis } from 'ioredis';

export interface EventEntry {
  /** The id of the entry before this one in the journal, which is the one before it in the event stream as well. */
  previous: string;
  position: string;
  bytes: Buffer;
  /** Commands whose traces go on behind the engine; no part of the events. */
  traced?: readonly TracedCommand[];
}

/** Where an event stream ends: its newest id, and that entry's digest ('' when the entry is trimmed away). */
export interface StreamEnd {
  newest: string;
  digest: string;
}

/**
 * KEYS: the event stream. ARGV: the id that its newest entry must have, then id, bytes and traces ('' for none) of each entry to add.
 * Adds all of them, or none when the newest id is another. Returns the newest id and that entry's digest in either case.
 *
 * All or none holds without memory too: Redis refuses the first write of a script when it is out of memory, or cannot
 * write its append-only file, and never a later one. A stream that is trimmed to nothing still knows its newest id.
 */
const script = `${newestIdLua}
local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local newest, bytes
if top then
  newest, bytes = top[1], top[2][2]
else
  newest, bytes = newestId(KEYS[1]), ''
end
if newest == ARGV[1] then
  for i = 2, #ARGV, 3 do
    newest, bytes = ARGV[i], ARGV[i + 1]
    if ARGV[i + 2] == '' then
      redis.call('XADD', KEYS[1], newest, '${eventField}', bytes)
    else
      redis.call('XADD', KEYS[1], newest, '${eventField}', bytes, '${traceField}', ARGV[i + 2])
    end
  end
end
return {newest, string.sub(bytes, ${digestAt + 1}, ${digestAt + 8})}`;
const scriptHash = createHash('sha1').update(script).digest('hex');

/**
 * Appends entries that follow one another, unless the stream's newest id is not the one before the first of them.
 * Returns where the stream ends: at the last of the entries when they were added, now or by an earlier attempt.
 * @throws what Redis answers when it is out of memory or cannot write; then none was added
 */
export async function appendEvents(redis: Redis, stream: string, entries: readonly EventEntry[]): Promise<StreamEnd> {
  const values: (string | Buffer)[] = [entries[0]?.previous ?? ''];
  for (const { position, bytes, traced } of entries) values.push(position, bytes, traced ? tracedText(traced) : '');
  const [newest, digest] = await runScript(redis, stream, values);
  return { newest: newest.toString('latin1'), digest: digest.toString('hex') };
}

async function runScript(redis: Redis, stream: string, values: (string | Buffer)[]): Promise<[Buffer, Buffer]> {
  try {
    return (await redis.callBuffer('EVALSHA', scriptHash, 1, stream, ...values)) as [Buffer, Buffer];
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return (await redis.callBuffer('EVAL', script, 1, stream, ...values)) as [Buffer, Buffer];
  }
}

/** As if the stream ended at a position or before it; undefined when it holds nothing there and nothing behind. */
export async function streamEndAt(redis: Redis, stream: string, position: string): Promise<StreamEnd | undefined> {
  const found = await redis.callBuffer('XREVRANGE', stream, position, '-', 'COUNT', '1');
  const [id, [, bytes] = []] = (found as [Buffer, Buffer[]][])[0] ?? [];
  if (id && bytes) return { newest: id.toString('latin1'), digest: digestOf(bytes) };
  const [later] = await redis.xrange(stream, position, '+', 'COUNT', 1);
  return later && { newest: position, digest: '' };
}
