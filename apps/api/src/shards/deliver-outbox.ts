/**
 * Takes to the engine what an action has put into the outbox, and waits until Postgres shows its answer. The worker does
 * the same for whatever is left over; a command that arrives twice is applied once.
 */

import type { ErrorCode } from '@pelican/shared/contracts';
import { perpetualRejectErrors } from '@pelican/shared/contracts/perpetual';
import { spotRejectErrors } from '@pelican/shared/contracts/spot';
import type { Shard, ShardKind, ShardWire } from '@pelican/shared/engine';
import { type RejectCode as PerpetualRejectCode, perpetualWire } from '@pelican/shared/engine/perpetual';
import { type RejectCode, spotWire } from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Delivery } from '../identity/index.ts';
import { readCursor } from './cursor.ts';
import { ensureExchangeId } from './exchange-id.ts';
import { readOutboxCommand, type ShardCommands } from './outbox-commands.ts';
import { withEngine } from './with-engine.ts';

const waitMs = 5_000;
const pollMs = 20;

export interface DeliveryDeps {
  pool: pg.Pool;
  redis(): Promise<Redis>;
  /** All of them. */
  shards: readonly Shard[];
}

type AnyCommand = ShardCommands[ShardKind];

interface WaitingCommand {
  id: string;
  shard: Shard;
  command: AnyCommand;
}

/** What an engine said of a command; undefined: nothing within the client's 5 s. */
interface Answered extends WaitingCommand {
  code: number | undefined;
}

/**
 * Sends the newest commands of these subjects ('user:1001', 'transfer:7', 'market:3', 'instrument:1001') to their shards, in
 * their order, unless they are done. What an older command of a subject says counts no more, nor does an engine's refusal of it.
 * @returns `refused` when an engine refused one of them, `waiting` when not all could be seen settled within 5 s
 */
export async function deliverOutbox(deps: DeliveryDeps, subjects: string[]): Promise<Delivery> {
  const { pool, shards } = deps;
  const waiting = await findWaiting(deps, subjects);
  if (waiting.length === 0) return { kind: 'settled' };
  const used = shards.filter((shard) => waiting.some((one) => one.shard.id === shard.id));
  const deadline = performance.now() + waitMs;
  const redis = await deps.redis();
  await ensureExchangeId(redis, pool);
  const answers = (await Promise.all(used.map((shard) => submitAll(deps, redis, shard, subjects)))).flat();
  const isSettled = await waitUntilDone(
    pool,
    answers.filter(isAccepted).map(({ id }) => id),
    deadline,
  );
  const refused = answers.filter(({ code }) => code);
  const [first] = refused;
  if (first?.code) {
    return { kind: 'refused', reason: reasonOf(first.shard, first.code), commands: refused.map(({ id }) => id) };
  }
  return { kind: isSettled && answers.every(({ code }) => code !== undefined) ? 'settled' : 'waiting' };
}

async function findWaiting({ pool, shards }: DeliveryDeps, subjects: string[]): Promise<WaitingCommand[]> {
  const { rows } = await pool.query<{ id: string; shardId: number; command: unknown }>(
    `SELECT id, shard_id AS "shardId", command FROM (
        SELECT DISTINCT ON (split_part(key, ':', 1) || ':' || split_part(key, ':', 2), shard_id) * FROM outbox_commands
          WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = ANY ($1)
          ORDER BY split_part(key, ':', 1) || ':' || split_part(key, ':', 2), shard_id, id DESC) AS newest
      WHERE done_at IS NULL ORDER BY id`,
    [subjects],
  );
  return rows.flatMap(({ id, shardId, command }) => {
    const shard = shards.find((one) => one.id === shardId);
    return shard ? [{ id, shard, command: readOutboxCommand(shard.kind, command) }] : [];
  });
}

async function submitAll(deps: DeliveryDeps, redis: Redis, shard: Shard, subjects: string[]): Promise<Answered[]> {
  const { position } = await readCursor(deps.pool, shard);
  const read = async () => (await findWaiting(deps, subjects)).filter((one) => one.shard.id === shard.id);
  return shard.kind === 'spot'
    ? submitTo(redis, shard, spotWire, position, read)
    : submitTo(redis, shard, perpetualWire, position, read);
}

/**
 * @param read what waits now. Asked once everything is open, which may take as long as Redis is away: a command that another
 * process has superseded meanwhile must not come behind its successor.
 */
async function submitTo<Command extends AnyCommand, Event extends { kind: number }>(
  redis: Redis,
  shard: Shard,
  wire: ShardWire<Command, Event>,
  known: string,
  read: () => Promise<WaitingCommand[]>,
): Promise<Answered[]> {
  return withEngine({ redis, shard, wire, known }, async (engine) => {
    const waiting = await read();
    const answers = await Promise.allSettled(waiting.map(({ command }) => engine.submit(command as Command)));
    return waiting.map((one, at) => {
      const answer = answers[at];
      return { ...one, code: answer?.status === 'fulfilled' ? answer.value.code : undefined };
    });
  });
}

function reasonOf({ kind }: Shard, code: number): ErrorCode {
  if (kind === 'spot') return spotRejectErrors[code as Exclude<RejectCode, 0>];
  return perpetualRejectErrors[code as Exclude<PerpetualRejectCode, 0>];
}

/** A refused transfer is settled too, by its refund; refused settings never are. */
function isAccepted({ code, command }: Answered): boolean {
  return code === 0 || 'transferId' in command;
}

async function waitUntilDone(pool: pg.Pool, ids: string[], deadline: number): Promise<boolean> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: string }>(
      'SELECT count(*) AS waiting FROM outbox_commands WHERE id = ANY ($1::bigint[]) AND done_at IS NULL',
      [ids],
    );
    if (Number(rows[0]?.waiting) === 0) return true;
    if (performance.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
