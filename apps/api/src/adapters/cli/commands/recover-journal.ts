/** The way on after Redis has lost entries of a journal: puts them back and ends the halt. */
import { positionStart, positionTimeMs, readHalt, readHaltOf, type Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { z } from 'zod';
import { demandCaller } from '../../../identity/index.ts';
import { inTransaction, recordAudit } from '../../../platform/database/index.ts';
import { postgresExchangeId, readCursor, readExchangeId, writeExchangeId } from '../../../shards/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { runEngineTool } from '../engine-process.ts';
import { OpsError } from '../ops-errors.ts';
import { demandReason, reasonInput, reasonOption } from '../submit-action.ts';
import { underHalt } from '../under-halt.ts';

export const recoverJournal = defineCommand({
  name: 'recover-journal',
  usage: '[--accept-loss --reason TEXT]',
  summary: "Put back what Redis has lost of the journals, from the engines' own copies, and end the halt",
  options: { 'accept-loss': { type: 'boolean' }, ...reasonOption },
  input: z.object({ 'accept-loss': z.boolean().default(false), ...reasonInput }),
  async run(context, { 'accept-loss': acceptLoss, reason }) {
    const caller = await context.caller();
    await inTransaction(context.pool, (tx) => demandCaller(tx, caller, 'system'));
    if (acceptLoss) demandReason(caller, reason);
    const redis = await context.redis();
    await demandSameExchange(context, redis);
    const losses: string[] = [];
    const isDone = await underHalt(redis, context.config.shards, 'recover-journal is at work', async () => {
      let isRecovered = true;
      for (const shard of context.config.shards) {
        const result = await recoverShard(context, redis, shard, acceptLoss);
        losses.push(...result.losses);
        isRecovered &&= result.isDone;
      }
      if (isRecovered) await recordRecovery(context, losses, reason);
      return isRecovered;
    });
    for (const loss of losses) context.print(`LOST: ${loss}`);
    if (!isDone) {
      context.print('FAILED: the exchange stays halted');
      return 1;
    }
    const halted = await readHalt(redis);
    if (halted !== undefined) {
      context.print(`FAILED: the exchange was halted again during the recovery, run the command again: ${halted}`);
      return 1;
    }
    context.print(losses.length === 0 ? 'OK: nothing is lost; the exchange goes on' : 'OK: the exchange goes on');
    return 0;
  },
});

function recordRecovery({ pool, actor }: OpsContext, losses: string[], reason: string | undefined): Promise<void> {
  const details = { losses, ...(reason === undefined ? {} : { reason }) };
  return recordAudit(pool, { actor, action: 'journal.recovered', subject: 'exchange', details });
}

/** A Redis that was emptied belongs to the exchange of Postgres again. @throws OpsError when it is another one's */
async function demandSameExchange({ pool }: OpsContext, redis: Redis): Promise<void> {
  const [ours, theirs] = [await postgresExchangeId(pool), await readExchangeId(redis)];
  if (ours === undefined) throw new OpsError('this Postgres has no exchange yet');
  if (theirs === null) await writeExchangeId(redis, ours);
  else if (theirs !== ours) throw new OpsError(`Postgres belongs to exchange ${ours}, Redis to ${theirs}`);
}

const range = z.object({ first: z.string(), last: z.string(), entries: z.number(), commands: z.number() });
const recovered = z.object({
  before: z.string(),
  end: z.string(),
  restored: range.optional(),
  leftOut: range.optional(),
  stranded: range.optional(),
  refused: range.optional(),
  lost: z.array(z.string()),
  conflict: z.string().optional(),
  isDone: z.boolean(),
});

async function recoverShard(
  context: OpsContext,
  redis: Redis,
  shard: Shard,
  acceptLoss: boolean,
): Promise<{ losses: string[]; isDone: boolean }> {
  const { config, pool } = context;
  const { position: settled } = await readCursor(pool, shard);
  const known = (await readHaltOf(redis, shard.name))?.position ?? positionStart;
  const args = [settled, known, ...(acceptLoss ? ['--accept-loss'] : [])];
  const result = recovered.parse(await runEngineTool(config, shard, ['recoverJournal', ...args]));
  const { before, end, restored, leftOut, stranded, refused, lost, conflict, isDone } = result;
  if (restored)
    context.print(
      `${shard.name}: the journal ended at ${before}; missing from ${restored.first} to ${restored.last}: ${restored.commands} commands in ${restored.entries} entries, ${isDone ? 'put back' : 'which the copies hold'}`,
    );
  else context.print(`${shard.name}: the journal ends at ${before}; the copies hold nothing that it lacks`);
  const losses: string[] = [];
  if (conflict !== undefined) losses.push(`${shard.name}: ${conflict}: two histories. ${backupText}`);
  if (leftOut)
    losses.push(
      `${shard.name}: ${leftOut.commands} commands from ${leftOut.first} to ${leftOut.last} in ${leftOut.entries} entries: an engine has read them, and commands behind them were answered without them. Orders of these that are not in Postgres have not taken effect; transfers are sent again`,
    );
  if (stranded)
    losses.push(
      `${shard.name}: ${stranded.commands} commands from ${stranded.first} to ${stranded.last}: entries before them are in no copy`,
    );
  if (refused)
    losses.push(
      `${shard.name}: ${refused.commands} commands from ${refused.first} to ${refused.last}: the first one is more than an hour ahead of the clock of Redis, so no engine has applied them. None has taken effect; transfers are sent again`,
    );
  if (lost.includes(settled)) losses.push(await settledLoss(pool, shard, end, settled));
  else if (lost.includes(known))
    losses.push(
      `${shard.name}: ${known} was acknowledged and is in no copy. Orders from ${timeOf(end)} to ${timeOf(known)} that are not in Postgres have not taken effect; transfers are sent again`,
    );
  if (!isDone && conflict === undefined && !lost.includes(settled) && losses.length > 0)
    context.print('--accept-loss goes on without what is lost');
  return { losses, isDone };
}

const backupText = 'Put the last backup back: npm run ops -- restore (docs/operations.md)';
const ordersShownMax = 20;

/** What Postgres has of commands that no journal holds: its money cannot be taken back but by a backup. */
async function settledLoss(pool: pg.Pool, shard: Shard, end: string, settled: string): Promise<string> {
  const table = shard.kind === 'spot' ? 'spot_orders' : 'perpetual_orders';
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE created_at > to_timestamp($1::float8 / 1000) ORDER BY id`,
    [positionTimeMs(end)],
  );
  const ids = rows.slice(0, ordersShownMax).map(({ id }) => id);
  const orders =
    rows.length === 0
      ? 'no orders'
      : `${rows.length} orders (${ids.join(', ')}${rows.length > ordersShownMax ? ', ...' : ''})`;
  return `${shard.name}: Postgres is settled up to ${settled}, the journal can only be had up to ${end}: ${orders} of Postgres are in no journal. ${backupText}`;
}

function timeOf(position: string): string {
  return new Date(positionTimeMs(position)).toISOString();
}
