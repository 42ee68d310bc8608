/**
 * Back-pressure: while settlement lags, Redis nears its maxmemory or a disk fills, no new orders are taken, so that what
 * has been taken can be settled and trimmed. One monitor a process looks four times a second; an order looks at one field.
 */
import { DomainError } from '@pelican/shared/contracts';
import type { Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { IntakeLimits } from '../../platform/config/index.ts';
import { pollEvery } from '../../platform/polling/index.ts';
import { type Pressure, readPressures } from './pressure.ts';
import { Watermark } from './watermark.ts';

export interface Intake {
  /** @throws DomainError overloaded while the shard takes no new orders */
  requireOpen(shard: Shard): void;
  /** Why the shard takes no new orders; undefined while it takes them. */
  closedBecause(shard: Shard): string | undefined;
}

export interface IntakeMonitorOptions {
  /** A connection whose commands give up after seconds. */
  redis: Redis;
  shards: readonly Shard[];
  limits: IntakeLimits;
  log: Pick<Logger, 'info' | 'warn'>;
}

const pollMs = 250;

export class IntakeMonitor implements Intake {
  readonly #options: IntakeMonitorOptions;
  readonly #watermarks = new Map<string, Watermark>();
  /** By shard id; empty while every shard takes orders. */
  readonly #reasons = new Map<number, string>();
  #stopPolling: () => void = () => undefined;

  private constructor(options: IntakeMonitorOptions) {
    this.#options = options;
  }

  /** Resolves after the first look. */
  static async start(options: IntakeMonitorOptions): Promise<IntakeMonitor> {
    const monitor = new IntakeMonitor(options);
    // Without Redis nothing can be taken anyway: the newest judgement stays.
    const onError = (error: unknown) => options.log.warn({ err: error }, 'intake could not be judged');
    await monitor.#look().catch(onError);
    monitor.#stopPolling = pollEvery(pollMs, () => monitor.#look(), onError);
    return monitor;
  }

  requireOpen(shard: Shard): void {
    if (this.#reasons.size === 0) return;
    const reason = this.#reasons.get(shard.id);
    if (reason !== undefined) throw new DomainError('overloaded', { details: { reason } });
  }

  closedBecause(shard: Shard): string | undefined {
    return this.#reasons.get(shard.id);
  }

  stop(): void {
    this.#stopPolling();
  }

  async #look(): Promise<void> {
    const { redis, shards, limits } = this.#options;
    const { shared, lags } = await readPressures(redis, shards, limits);
    const reasons = shared.map((pressure, at) => this.#judge(`shared ${at}`, pressure));
    const common = reasons.find((reason) => reason !== undefined);
    shards.forEach((shard, at) => {
      const own = this.#judge(`lag ${shard.id}`, lags[at] as Pressure);
      this.#note(shard, common ?? own);
    });
  }

  /** What the pressure says while its watermark is passed. */
  #judge(name: string, pressure: Pressure): string | undefined {
    const watermark = this.#watermarks.get(name) ?? new Watermark();
    this.#watermarks.set(name, watermark);
    return watermark.isPassedAt(pressure.level) ? pressure.says : undefined;
  }

  #note(shard: Shard, reason: string | undefined): void {
    const { log } = this.#options;
    const wasClosed = this.#reasons.has(shard.id);
    if (reason === undefined) this.#reasons.delete(shard.id);
    else this.#reasons.set(shard.id, reason);
    if (reason !== undefined && !wasClosed) log.warn({ shard: shard.name, reason }, 'no new orders are taken');
    if (reason === undefined && wasClosed) log.info({ shard: shard.name }, 'new orders are taken again');
  }
}
