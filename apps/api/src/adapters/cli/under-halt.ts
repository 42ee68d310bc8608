/** Work on journals that may be changed only while the exchange is halted and no engine leads. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  endHalts,
  halt,
  haltFields,
  positionStart,
  readHalt,
  readHaltOf,
  type Shard,
  shardKeys,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { OpsError } from './ops-errors.ts';

/** After this no writer that is connected appends: writers look for the halt twice a second. */
const writersStopMs = 1_500;
/** Leaders look for the halt at each renewal of their lease, and one that is gone keeps it for some seconds. */
const leadersStopMsMax = 20_000;

/**
 * Halts every shard, waits until writers and leaders have stopped, and works. When `work` returns true, the halts from before
 * it end; one that was raised during the work stays. When it returns false or throws, all halts stay.
 * @param reason of the halts that this sets
 * @returns what `work` returned
 * @throws OpsError when an engine leads, or another run has ended the halt
 */
export async function underHalt(
  redis: Redis,
  shards: readonly Shard[],
  reason: string,
  work: () => Promise<boolean>,
): Promise<boolean> {
  if ((await readHalt(redis)) === undefined) await demandStopped(redis, shards);
  for (const { name } of shards)
    if ((await readHaltOf(redis, name)) === undefined) await halt(redis, name, { position: positionStart, reason });
  await awaitStopped(redis, shards);
  const halts = await haltFields(redis);
  if (halts.length === 0) throw new OpsError('another run has ended the halt');
  const isDone = await work();
  if (isDone) await endHalts(redis, halts);
  return isDone;
}

/** @throws OpsError when an engine leads in spite of the halt */
async function awaitStopped(redis: Redis, shards: readonly Shard[]): Promise<void> {
  const deadline = performance.now() + leadersStopMsMax;
  await delay(writersStopMs);
  while ((await ledShard(redis, shards)) !== undefined && performance.now() < deadline) await delay(200);
  await demandStopped(redis, shards);
}

/** @throws OpsError while an engine leads: its exchange is not halted */
async function demandStopped(redis: Redis, shards: readonly Shard[]): Promise<void> {
  const led = await ledShard(redis, shards);
  if (led)
    throw new OpsError(`an engine leads ${led.name}: the exchange is not halted, or stopped some seconds ago only`);
}

/** A shard that an engine leads. */
async function ledShard(redis: Redis, shards: readonly Shard[]): Promise<Shard | undefined> {
  for (const shard of shards) if ((await redis.exists(shardKeys(shard).lease)) === 1) return shard;
  return undefined;
}
