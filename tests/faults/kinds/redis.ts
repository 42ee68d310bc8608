import { setTimeout as delay } from 'node:timers/promises';
import { haltKey, shardKeys, shardParts } from '@pelican/shared/engine';
import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { isAlive, until } from '../../../scripts/services/process.ts';
import { canCutPower, watchWrites } from '../../support/power-cut.ts';
import { shards } from '../../support/shards.ts';
import { canMountDisks } from '../../support/small-disk.ts';
import type { Fault, FaultGroup } from './fault.ts';

const frozenMs = 5_000;
const fullMs = 5_000;
const roomBytes = 256 * 1024;
const fillMsMax = 30_000;
const fillerKey = 'filler';
const fillerBytes = 1024;
const haltMsMax = 30_000;
const recoveryMsMax = 60_000;
const aheadMs = 5_000;
const watchedMs = 2_000;

const frozen: Fault = {
  name: 'when Redis is frozen for five seconds',
  async strike({ redis }) {
    process.kill(redis.pid(), 'SIGSTOP');
    await delay(frozenMs);
    process.kill(redis.pid(), 'SIGCONT');
  },
};

/** Redis refuses every write that needs memory; reads and the trimming of streams go on. */
const outOfMemory: Fault = {
  name: 'when Redis has reached its maxmemory',
  async strike({ redis }) {
    const admin = new Redis(redis.url);
    try {
      const used = Number(/used_memory:(\d+)/.exec(await admin.info('memory'))?.[1]);
      await admin.config('SET', 'maxmemory', used + roomBytes);
      await fillMemory(admin);
      await delay(fullMs);
      await admin.config('SET', 'maxmemory', 0);
      await admin.del(fillerKey);
    } finally {
      admin.disconnect();
    }
  },
};

/** Writes until Redis refuses. */
async function fillMemory(redis: Redis): Promise<void> {
  const isFull = () =>
    redis.append(fillerKey, 'x'.repeat(fillerBytes)).then(
      () => false,
      () => true,
    );
  await until('Redis is full', isFull, fillMsMax, 0);
}

/**
 * The ids of the journal, which are the engine's clock, go on from the highest. The entry that carries the jump is a
 * repetition, which changes nothing else.
 */
const clockAhead: Fault = {
  name: 'when the clock of Redis jumps ahead and back',
  async strike({ redis }) {
    const admin = new Redis(redis.url);
    try {
      for (const shard of shards) {
        const { commands } = shardKeys(shard);
        const [[, fields] = ['', []]] = await admin.xrevrangeBuffer(commands, '+', '-', 'COUNT', 1);
        await admin.xadd(commands, `${Date.now() + aheadMs}-0`, ...fields);
      }
      await delay(aheadMs);
    } finally {
      admin.disconnect();
    }
  },
};

/** Redis cannot append any more. It ends rather than acknowledge what is not on the disk, and is started again later. */
const diskFull: Fault = {
  name: 'when the disk of Redis is full',
  isPossible: canMountDisks,
  async strike({ redis, redisDisk }) {
    redisDisk?.fill();
    await delay(fullMs);
    redisDisk?.free();
    if (!isAlive(redis.pid())) await redis.restart();
  },
};

const powerCut: Fault = {
  name: 'when the power of Redis is cut',
  isPossible: canCutPower,
  async strike({ redis }) {
    const cutPower = await watchWrites(redis);
    await delay(watchedMs);
    await cutPower();
    await redis.restart();
  },
};

/** Whatever was in Redis is gone; the engines' copies hold the journals of both shards. */
const emptied: Fault = {
  name: 'when Redis is emptied, after an operator has recovered the journals',
  // They end at the halt, or when it ends.
  mayEnd: [...shards.flatMap((shard) => Object.values(shardParts(shard))), 'api', 'worker', 'ticker', 'ticker-standby'],
  async strike({ redis, ops }) {
    const admin = new Redis(redis.url);
    try {
      await admin.flushall();
      await until('the exchange is halted', async () => (await admin.exists(haltKey)) === 1, haltMsMax);
    } finally {
      admin.disconnect();
    }
    // A part that notices the loss during the recovery halts again, and the command fails with the advice to repeat it. An entry that no engine had read
    // yet is in no copy. Its order was not acknowledged to anybody: the operator goes on without it, and the orders of the load are counted below.
    const flags: string[] = [];
    const isRecovered = () =>
      ops('recover-journal', ...flags).then(
        (said) => said.includes('OK: '),
        ({ stdout }: { stdout: string }) => {
          if (stdout.includes('is in no copy')) flags.splice(0, 1, '--accept-loss');
          else expect(stdout).toContain('run the command again');
          return false;
        },
      );
    await until('the journals are recovered', isRecovered, recoveryMsMax);
  },
};

export const redisFaults: FaultGroup = {
  name: 'Redis',
  faults: [frozen, outOfMemory, clockAhead, diskFull, emptied, powerCut],
};
