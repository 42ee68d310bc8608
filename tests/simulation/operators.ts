/**
 * The operators of a world: each looks at the exchange now and then and recovers a journal that lost entries, and none knows
 * of the other.
 */
import { underHalt } from '@pelican/api/src/adapters/cli/under-halt.ts';
import type { EngineFolders } from '@pelican/engine/src/host/config.ts';
import { type RecoveredJournal, recoverJournal } from '@pelican/engine/src/host/recover-journal.ts';
import { haltKey, positionStart, readHaltOf, type Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';

export interface OperatorsOptions {
  shards: readonly Shard[];
  foldersOf(shard: Shard): EngineFolders;
  /** Where Postgres is settled. */
  settled(shard: Shard): string;
  wait(ms: number): Promise<void>;
  log(details: object, text: string): void;
}

const lookEveryMs = 400;

export class Operators {
  /** Why the journal could not be recovered the last time. */
  refusal: string | undefined;
  readonly #options: OperatorsOptions;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** One operator. */
  async run(signal: AbortSignal, connectRedis: () => Redis): Promise<void> {
    const { wait, log } = this.#options;
    while (!signal.aborted) {
      await wait(lookEveryMs);
      const redis = connectRedis();
      try {
        if ((await redis.exists(haltKey)) === 1) await this.#recover(redis);
      } catch (error) {
        this.refusal = String(error);
        log({ err: error }, 'the journal could not be recovered');
      } finally {
        redis.disconnect();
      }
    }
  }

  /** What `npm run ops -- recover-journal` does. */
  async #recover(redis: Redis): Promise<void> {
    const { shards } = this.#options;
    await underHalt(redis, shards, 'recover-journal is at work', async () => {
      for (const shard of shards) if (!(await this.#recoverShard(redis, shard))) return false;
      return true;
    });
  }

  async #recoverShard(redis: Redis, shard: Shard): Promise<boolean> {
    const { foldersOf, settled, log } = this.#options;
    const known = (await readHaltOf(redis, shard.name))?.position ?? positionStart;
    const options = { redis, shard, folders: foldersOf(shard), settled: settled(shard), known };
    let result = await recoverJournal({ ...options, acceptLoss: false });
    log(result, 'recover-journal');
    if (isOfNoConsequence(result, known)) result = await recoverJournal({ ...options, acceptLoss: true });
    this.refusal = result.isDone ? undefined : JSON.stringify(result);
    return result.isDone;
  }
}

/**
 * All that is lost are entries which no engine has answered: those at the end that none had read, and those that commands behind
 * them were answered without. That nobody has been answered is checked in the end.
 */
function isOfNoConsequence({ isDone, conflict, stranded, lost }: RecoveredJournal, known: string): boolean {
  return !isDone && conflict === undefined && stranded === undefined && lost.every((position) => position === known);
}
