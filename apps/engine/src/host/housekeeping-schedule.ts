import { comparePositions } from '@pelican/shared/engine';
import type { Logger } from 'pino';
import type { ShardState } from '../core/kernel/shard-state.ts';
import type { EngineConfig } from './config.ts';
import type { HousekeepingTask, RunningHousekeeping, StartHousekeeping } from './housekeeping.ts';
import type { EngineMetrics } from './metrics.ts';

export interface HousekeepingScheduleOptions {
  config: EngineConfig;
  startHousekeeping: StartHousekeeping;
  log: Pick<Logger, 'info' | 'error'>;
  metrics: EngineMetrics;
}

/** Starts housekeeping whenever enough commands have been applied, one run at a time. */
export class HousekeepingSchedule {
  readonly #options: HousekeepingScheduleOptions;
  #nextSeq = 0;
  #due: Pick<HousekeepingTask, 'position' | 'digest' | 'rulesVersion'> | undefined;
  #running: RunningHousekeeping | undefined;
  #isStopped = false;

  constructor(options: HousekeepingScheduleOptions) {
    this.#options = options;
  }

  /**
   * Starts counting at the newest snapshot, not at the recovered shard: an engine that ends before its snapshot is ready
   * would otherwise put the snapshot off with each start, and replay more and more.
   * @param snapshotSeq commands applied in that snapshot
   */
  restart(snapshotSeq: number): void {
    this.#nextSeq = this.#nextAfter(snapshotSeq);
    this.#due = undefined;
  }

  /** Call after each entry. */
  applied(position: string, shard: ShardState): void {
    if (shard.seq < this.#nextSeq) return;
    this.#nextSeq = this.#nextAfter(shard.seq);
    this.#due = { position, digest: shard.digestText, rulesVersion: shard.rulesVersion };
  }

  /**
   * Starts what is due. Only what is published may be in a snapshot: a later one would hide events that no reader has seen.
   * @param leaseToken the leader's, undefined in a standby
   */
  runWhenDue(published: string, leaseToken: string | undefined): void {
    const due = this.#due;
    if (!due || this.#running || comparePositions(due.position, published) > 0) return;
    this.#due = undefined;
    const { config, startHousekeeping, log, metrics } = this.#options;
    const { redisUrl, shard, folders } = config;
    this.#running = startHousekeeping({ redisUrl, shard, folders, ...due, leaseToken });
    this.#running.finished
      .then(
        (report) => {
          metrics.snapshotSeconds.set(report.snapshotMs / 1000);
          log.info(report, 'snapshot taken');
        },
        (error: Error) => {
          if (!this.#isStopped) log.error({ err: error }, 'no snapshot could be taken; the journal is kept');
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** The next multiple of the interval: both engines of a machine choose the same positions. */
  #nextAfter(seq: number): number {
    const every = this.#options.config.snapshotEveryCommands;
    return (Math.floor(seq / every) + 1) * every;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running?.stop();
  }
}
