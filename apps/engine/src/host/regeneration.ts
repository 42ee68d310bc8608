/** The leader's part in deriving missing events again: see packages/shared/src/engine/regeneration.ts. */

import { RegenerationField, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { EngineFolders } from './config.ts';
import { type RunningThread, startThread } from './thread.ts';

export interface RegenerationTask {
  redisUrl: string;
  shard: Shard;
  folders: EngineFolders;
  /** The leader's. */
  leaseToken: string;
  request: string;
  /** Events after this position are missing. */
  from: string;
}

export interface RegenerationReport {
  outcome: 'complete' | 'superseded' | 'failed';
  /** Entries appended by this thread. */
  entries: number;
  failure?: string;
}

type RunningRegeneration = RunningThread<RegenerationReport>;
export type StartRegeneration = (task: RegenerationTask) => RunningRegeneration;

/** Answers one request in a thread. */
export const startRegeneration: StartRegeneration = (task) =>
  startThread(new URL('./regeneration-thread.ts', import.meta.url), task);

export interface RegeneratorOptions {
  redis: Redis;
  start: StartRegeneration;
  redisUrl: string;
  shard: Shard;
  folders: EngineFolders;
  leaseToken: string;
  log: Pick<Logger, 'info' | 'error'>;
}

/** Starts a thread for each request that has not been met yet. */
export class Regenerator {
  readonly #options: RegeneratorOptions;
  #thread: RunningRegeneration | undefined;
  #isLooking = false;
  /** The last request that this process has met. */
  #met: string | undefined;

  constructor(options: RegeneratorOptions) {
    this.#options = options;
  }

  /** Call now and then while this process leads. */
  look(): void {
    if (this.#isLooking || this.#thread) return;
    this.#isLooking = true;
    this.#lookOnce()
      .catch((error: Error) => this.#options.log.error({ err: error }, 'requests for events could not be read'))
      .finally(() => {
        this.#isLooking = false;
      });
  }

  async stop(): Promise<void> {
    await this.#thread?.stop();
  }

  async #lookOnce(): Promise<void> {
    const { redis, redisUrl, shard, folders, leaseToken } = this.#options;
    const { request, from, failedRequest } = RegenerationField;
    const key = shardKeys(shard).regeneration;
    const [asked, position, failed] = await redis.hmget(key, request, from, failedRequest);
    if (!asked || !position || asked === failed || asked === this.#met) return;
    this.#run({ redisUrl, shard, folders, leaseToken, request: asked, from: position });
  }

  #run(task: RegenerationTask): void {
    const { log, start } = this.#options;
    log.info({ from: task.from, request: task.request }, 'deriving missing events again');
    this.#thread = start(task);
    this.#thread.finished
      .then(
        (report) => {
          if (report.outcome !== 'superseded') this.#met = task.request;
          if (report.outcome === 'failed') log.error(report, 'missing events cannot be derived again');
          else log.info(report, 'missing events derived again');
        },
        (error: Error) => log.error({ err: error }, 'deriving missing events failed; trying again'),
      )
      .finally(() => {
        this.#thread = undefined;
      });
  }
}
