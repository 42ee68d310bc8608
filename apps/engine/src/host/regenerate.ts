/** Replays the journal and appends the missing events: the work of the thread behind regeneration.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  comparePositions,
  eventField,
  positionStart,
  RegenerationField,
  regeneratedEntriesMax,
  shardKeys,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { EventWriter } from '../core/kernel/event-writer.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { applyJournalEntry } from './apply-journal-entry.ts';
import { streamFacts } from './journal.ts';
import { Quarantine } from './quarantine.ts';
import type { RegenerationReport, RegenerationTask } from './regeneration.ts';
import { readNewestSnapshot } from './snapshot-store.ts';
import { MissingJournal, wholeJournal } from './whole-journal.ts';

/**
 * KEYS: the request's hash, the lease, the stream. ARGV: request, lease token, the most entries that the stream may hold,
 * then id and bytes of each entry. Answers 1 when they are appended, 0 when the stream is full, -1 when the request does
 * not stand any more or another process leads.
 */
const appendScript = `
if redis.call('HGET', KEYS[1], '${RegenerationField.request}') ~= ARGV[1] then return -1 end
if redis.call('GET', KEYS[2]) ~= ARGV[2] then return -1 end
if redis.call('XLEN', KEYS[3]) > tonumber(ARGV[3]) then return 0 end
redis.call('HDEL', KEYS[1], '${RegenerationField.failedRequest}', '${RegenerationField.failure}')
for i = 4, #ARGV, 2 do redis.call('XADD', KEYS[3], ARGV[i], '${eventField}', ARGV[i + 1]) end
return 1`;

const entriesPerAppendMax = 64;
const bytesPerAppendMax = 512 * 1024;
const fullPauseMs = 20;

class Superseded extends Error {}

interface Range {
  /** Entries after this position are appended. */
  after: string;
  /** The last position whose entry may be missing. */
  last: string;
  /** True when the entry at `last` itself is in the event stream. */
  isLastLive: boolean;
}

/** From what the stream of regenerated entries has seen already to where the event stream goes on. */
async function missingRange(redis: Redis, task: RegenerationTask): Promise<Range> {
  const streams = shardKeys(task.shard);
  const appended = (await streamFacts(redis, streams.regenerated)).newest;
  const [next] = await redis.xrange(streams.events, `(${task.from}`, '+', 'COUNT', 1);
  return {
    after: comparePositions(appended, task.from) > 0 ? appended : task.from,
    last: next ? next[0] : (await streamFacts(redis, streams.events)).newest,
    isLastLive: next !== undefined,
  };
}

/** Every event entry of the range, in order. @throws MissingJournal */
async function* derive(
  redis: Redis,
  core: ShardCore<ShardState>,
  task: RegenerationTask,
  range: Range,
): AsyncGenerator<{ position: string; bytes: Buffer }> {
  const base = await readNewestSnapshot(core, task.folders.snapshots, range.after, () => undefined);
  const shard = base?.shard ?? core.create();
  const place = { redis, stream: shardKeys(task.shard).commands, archiveFolder: task.folders.archive };
  // All of them beforehand: events that are appended cannot be taken back.
  const quarantine = new Quarantine(task.shard.id);
  await quarantine.addAfter(place, base?.position ?? positionStart);
  const out = new EventWriter(1 << 16);
  for await (const entry of wholeJournal(place, base?.position ?? positionStart, range.last)) {
    const { position } = entry;
    applyJournalEntry(core, shard, entry, out, quarantine);
    if (comparePositions(position, range.after) <= 0 || (range.isLastLive && position === range.last)) continue;
    yield { position, bytes: Buffer.from(out.bytes.subarray(0, out.length)) };
  }
}

/** Appends entries, waiting while settlement has not read enough of those before them. @throws Superseded */
async function append(redis: Redis, task: RegenerationTask, entries: (string | Buffer)[]): Promise<void> {
  const { regeneration, lease, regenerated } = shardKeys(task.shard);
  const { request, leaseToken } = task;
  for (;;) {
    const keys = [regeneration, lease, regenerated];
    const answer = await redis.eval(appendScript, 3, ...keys, request, leaseToken, regeneratedEntriesMax, ...entries);
    if (answer === 1) return;
    if (answer === -1) throw new Superseded();
    await delay(fullPauseMs);
  }
}

async function appendMissing(redis: Redis, core: ShardCore<ShardState>, task: RegenerationTask): Promise<number> {
  const range = await missingRange(redis, task);
  let batch: (string | Buffer)[] = [];
  let byteCount = 0;
  let entryCount = 0;
  for await (const { position, bytes } of derive(redis, core, task, range)) {
    batch.push(position, bytes);
    byteCount += bytes.length;
    entryCount++;
    if (batch.length < 2 * entriesPerAppendMax && byteCount < bytesPerAppendMax) continue;
    await append(redis, task, batch);
    batch = [];
    byteCount = 0;
  }
  if (batch.length > 0) await append(redis, task, batch);
  return entryCount;
}

/** Meets a request as far as it can; a journal that is not complete is answered in the request's hash. */
export async function regenerate(
  redis: Redis,
  core: ShardCore<ShardState>,
  task: RegenerationTask,
): Promise<RegenerationReport> {
  try {
    return { outcome: 'complete', entries: await appendMissing(redis, core, task) };
  } catch (error) {
    if (error instanceof Superseded) return { outcome: 'superseded', entries: 0 };
    if (!(error instanceof MissingJournal)) throw error;
    const { failedRequest, failure } = RegenerationField;
    const key = shardKeys(task.shard).regeneration;
    await redis.hset(key, { [failedRequest]: task.request, [failure]: error.message });
    return { outcome: 'failed', entries: 0, failure: error.message };
  }
}
