/** Recovers a shard: newest good snapshot, then the journal up to what has been published. */
import {
  comparePositions,
  digestOf,
  eventHeaderLength,
  positionStart,
  readEventHeader,
  readHalt,
  type Shard,
  shardKeys,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { archiveEnd, listSegments } from './archive.ts';
import type { EngineFolders } from './config.ts';
import { checkCopies } from './copy-check.ts';
import { deriveShard } from './derive-shard.ts';
import { streamFacts } from './journal.ts';
import type { JournalCopies } from './journal-tail.ts';
import type { Quarantine } from './quarantine.ts';
import { listSnapshots, readNewestSnapshot } from './snapshot-store.ts';
import { MissingJournal } from './whole-journal.ts';

export interface RecoveryOptions {
  core: ShardCore<ShardState>;
  redis: Redis;
  shard: Shard;
  folders: EngineFolders;
  copies: Pick<JournalCopies, 'newest' | 'find'>;
  quarantine: Quarantine;
  log: Pick<Logger, 'info' | 'error'>;
}

export interface Recovered {
  shard: ShardState;
  /** The last entry applied: the newest published one, unless the shard is new. */
  position: string;
  /** The newest id of the event stream. */
  published: string;
  /** Commands that the snapshot behind it had applied; 0 without one. */
  snapshotSeq: number;
}

/**
 * The shard as it was at the newest published entry. What the journal holds beyond has no events yet and is left to the
 * caller, so that applying it makes them. A snapshot beyond that position would hide events that nobody has seen: it is
 * passed over.
 * @throws MissingJournal when snapshot, copies and journal do not fit together, or the exchange is halted; PoisonedCommand, UnsupportedRules
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { core, redis, folders, quarantine, log } = options;
  const streams = shardKeys(options.shard);
  const halted = await readHalt(redis);
  if (halted !== undefined) throw new MissingJournal(`the exchange is halted: ${halted}`);
  await checkCopies(options);
  const published = (await streamFacts(redis, streams.events)).newest;
  await checkEnds(options, published);
  const startedMs = performance.now();
  const base = async () =>
    (await readNewestSnapshot(core, folders.snapshots, published, ({ file, cause }) =>
      log.error({ file, err: cause }, 'A SNAPSHOT IS DAMAGED: set aside, falling back to an older one'),
    )) ?? { shard: core.create(), position: positionStart };
  const place = { redis, stream: streams.commands, archiveFolder: folders.archive };
  const derived = await deriveShard({ core, place, quarantine, base, until: published });
  const { shard, position, from, fromSeq, entryCount } = derived;
  await checkAgreement(options, shard, position, published);
  const tookMs = Math.round(performance.now() - startedMs);
  log.info({ snapshot: from, position, seq: shard.seq, replayedEntries: entryCount, tookMs }, 'shard recovered');
  return { shard, position, published, snapshotSeq: fromSeq };
}

/** What is on disk or published cannot be newer than the journal. */
async function checkEnds({ redis, shard, folders }: RecoveryOptions, published: string): Promise<void> {
  const streams = shardKeys(shard);
  const { newest } = await streamFacts(redis, streams.commands);
  const [snapshot] = await listSnapshots(folders.snapshots);
  const archived = archiveEnd(await listSegments(folders.archive));
  const known = { 'a snapshot stands': snapshot, 'the archive ends': archived, 'events are published': published };
  for (const [what, position] of Object.entries(known)) {
    if (position === undefined || comparePositions(position, newest) <= 0) continue;
    throw new MissingJournal(
      `the journal ${streams.commands} ends at ${newest}, but ${what} at ${position}. This Redis has lost entries or belongs to another exchange. Point REDIS_URL at the Redis that belongs to this DATA_DIR, or restore its newest append-only file (docs/operations.md). Starting here would lose orders and balances.`,
    );
  }
}

/** The replay must end at the newest published entry, count the same commands and have the same digest. */
async function checkAgreement(
  { redis, shard: { name } }: RecoveryOptions,
  shard: ShardState,
  position: string,
  published: string,
): Promise<void> {
  const streams = shardKeys({ name });
  if (position !== published)
    throw new MissingJournal(
      `the event stream ${streams.events} ends at ${published}, which is no entry of the journal ${streams.commands}: the entry before it is ${position}. The two streams are not of one exchange, or the journal was restored without its events (docs/operations.md).`,
    );
  if (position === positionStart) return;
  const found = await redis.callBuffer('XRANGE', streams.events, position, position);
  const bytes = (found as [Buffer, Buffer[]][])[0]?.[1][1];
  if (!bytes || bytes.length < eventHeaderLength) return;
  const { firstSeq, commandCount } = readEventHeader(bytes);
  const lastSeq = firstSeq + commandCount - 1;
  if (lastSeq === shard.seq && digestOf(bytes) === shard.digestText) return;
  throw new Error(
    `the events published at ${position} end with command ${lastSeq} and digest ${digestOf(bytes)}, the recovered shard with ${shard.seq} and ${shard.digestText}: journal and snapshot are not of one exchange, or a release with other rules under the same version wrote them`,
  );
}
