/**
 * Takes to the engine what a command has put into the outbox, and waits until Postgres shows its answer. The worker does
 * the same for whatever is left over; a command that arrives twice is applied once.
 */
import type { Command } from '@pelican/shared/engine/spot/commands.ts';
import { type CommandDone, EventKind } from '@pelican/shared/engine/spot/events.ts';
import { RejectCode } from '@pelican/shared/engine/spot/reject-codes.ts';
import { spotWire } from '@pelican/shared/engine/spot/wire.ts';
import { type ErrorCode, rejectErrors } from '@pelican/shared/errors.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { EngineClient } from '../platform/engine-client.ts';
import { createEventFeed, newestEventId } from '../platform/event-feed.ts';
import { ensureExchangeId } from '../platform/exchange-id.ts';
import { JournalWriter } from '../platform/journal-writer.ts';
import type { OpsContext } from './context.ts';

const waitMs = 5_000;
const pollMs = 20;

export type Outcome = { kind: 'settled' } | { kind: 'refused'; reason: ErrorCode } | { kind: 'waiting' };

export const waitingText =
  'The engine has not answered within 5 s. The command is kept and takes effect when the engine is back (see `status`).';

interface WaitingCommand {
  id: string;
  command: Command;
}

/**
 * Sends the commands of these subjects ('user:1001', 'transfer:7', 'market:3') that are not done, in their order.
 * @returns `refused` when the engine refused one of them, `waiting` when not all could be seen settled within 5 s
 */
export async function deliver(context: OpsContext, subjects: string[]): Promise<Outcome> {
  const waiting = await findWaiting(context.pool, subjects);
  if (waiting.length === 0) return { kind: 'settled' };
  const deadline = performance.now() + waitMs;
  const redis = await context.redis();
  await ensureExchangeId(redis, context.pool);
  const codes = await submitAll(redis, waiting);
  const isSettled = await waitUntilDone(context.pool, accepted(waiting, codes), deadline);
  for (const code of codes) if (code) return { kind: 'refused', reason: rejectErrors[code] };
  return { kind: isSettled && !codes.includes(undefined) ? 'settled' : 'waiting' };
}

async function findWaiting(pool: pg.Pool, subjects: string[]): Promise<WaitingCommand[]> {
  const { rows } = await pool.query<WaitingCommand>(
    `SELECT id, command FROM outbox_commands
      WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = ANY ($1) AND done_at IS NULL ORDER BY id`,
    [subjects],
  );
  return rows;
}

/** The engine's answer to each, undefined where there was none within the client's 5 s. */
async function submitAll(redis: Redis, waiting: WaitingCommand[]): Promise<(RejectCode | undefined)[]> {
  const engine = new EngineClient<Command, CommandDone>(await JournalWriter.open(redis, spotWire));
  const feed = createEventFeed({
    redis: redis.duplicate(),
    wire: spotWire,
    from: await newestEventId(redis, 'spot'),
    onEntry({ header, events }) {
      for (const event of events) if (event.kind === EventKind.commandDone) engine.resolve(header, event);
    },
  });
  const answers = await Promise.allSettled(waiting.map(({ command }) => engine.submit(command)));
  engine.close();
  feed.close();
  await feed.ended;
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.code : undefined));
}

/** A refused transfer is settled too, by its refund; refused settings never are. */
function accepted(waiting: WaitingCommand[], codes: (RejectCode | undefined)[]): string[] {
  return waiting.flatMap(({ id, command }, at) =>
    codes[at] === RejectCode.none || 'transferId' in command ? [id] : [],
  );
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
