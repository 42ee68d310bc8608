/** The one way into the event stream: an append that demands the stream's newest id. */
import { createHash } from 'node:crypto';
import { eventField } from '@pelican/shared/engine/journal.ts';
import type { Redis } from 'ioredis';

export interface EventEntry {
  /** The id of the entry before this one in the journal, which is the one before it in the event stream as well. */
  previous: string;
  position: string;
  bytes: Buffer;
}

/**
 * KEYS: the event stream. ARGV: the id that its newest entry must have, then id and bytes of each entry to add.
 * Adds all of them, or none when the newest id is another. Returns the newest id in either case.
 *
 * All or none holds without memory too: Redis refuses the first write of a script when it is out of memory, or cannot
 * write its append-only file, and never a later one. A stream that is trimmed to nothing still knows its newest id.
 */
const script = `local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local newest = top and top[1] or '0-0'
if not top and redis.call('EXISTS', KEYS[1]) == 1 then
  local facts = redis.call('XINFO', 'STREAM', KEYS[1])
  for i = 1, #facts, 2 do
    if facts[i] == 'last-generated-id' then newest = facts[i + 1] end
  end
end
if newest ~= ARGV[1] then return newest end
for i = 2, #ARGV, 2 do newest = redis.call('XADD', KEYS[1], ARGV[i], '${eventField}', ARGV[i + 1]) end
return newest`;
const scriptHash = createHash('sha1').update(script).digest('hex');

/**
 * Appends entries that follow one another, unless the stream's newest id is not the one before the first of them.
 * Returns the stream's newest id: that of the last entry when they were added, now or by an earlier attempt.
 * @throws what Redis answers when it is out of memory or cannot write; then none was added
 */
export async function appendEvents(redis: Redis, stream: string, entries: readonly EventEntry[]): Promise<string> {
  const values: (string | Buffer)[] = [entries[0]?.previous ?? ''];
  for (const { position, bytes } of entries) values.push(position, bytes);
  try {
    return (await redis.evalsha(scriptHash, 1, stream, ...values)) as string;
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return (await redis.eval(script, 1, stream, ...values)) as string;
  }
}
