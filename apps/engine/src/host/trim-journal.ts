/**
 * Trims a journal, and leaves in Redis up to where. A user of Redis that may append can trim too, by the MAXLEN of an XADD, but
 * cannot write this position: an entry behind it that is gone was taken by nobody who may (journal-halt.ts).
 */
import { positionStart, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { oldestEntry, streamFacts } from './journal.ts';

/** KEYS: the position. ARGV: where the journal begins. Sets it where none is known. */
const beginScript = `if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SET', KEYS[1], ARGV[1]) end`;

/**
 * KEYS: the lease, the position. ARGV: token, the new position. Raises the position and returns 1, or returns 0 when the token
 * does not hold the lease. Never lowers it: an engine with other snapshots may have trimmed further.
 */
const raiseScript = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local function read(id)
  local ms, seq = string.match(id, '(%d+)-(%d+)')
  return tonumber(ms), tonumber(seq)
end
local ms, seq = read(redis.call('GET', KEYS[2]) or '${positionStart}')
local newMs, newSeq = read(ARGV[2])
if newMs > ms or (newMs == ms and newSeq > seq) then redis.call('SET', KEYS[2], ARGV[2]) end
return 1`;

/** Once for each journal, by its leader: from here on every trim that is not recorded is noticed. */
export async function recordBeginning(redis: Redis, shard: Shard): Promise<void> {
  const { commands, trimmed } = shardKeys(shard);
  const { addedCount, length } = await streamFacts(redis, commands);
  const oldest = addedCount === length ? positionStart : await oldestEntry(redis, commands);
  await redis.eval(beginScript, 1, trimmed, oldest ?? positionStart);
}

/**
 * Removes the entries before `bound`, which stays, while the token holds the lease. The record comes first: a process that dies
 * in between has trimmed less than it says. Returns whether it has trimmed.
 */
export async function trimJournal(redis: Redis, shard: Shard, bound: string, token: string): Promise<boolean> {
  const { commands, lease, trimmed } = shardKeys(shard);
  if ((await redis.eval(raiseScript, 2, lease, trimmed, token, bound)) !== 1) return false;
  await redis.xtrim(commands, 'MINID', bound);
  return true;
}
