/** A Redis and engines of the spot shard on it, without Postgres: what a test of the engine's host starts with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spotCore } from '@pelican/engine/src/core/spot/spot-core.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { replay } from '@pelican/engine/src/host/replay.ts';
import { type Command, RejectCode, spotWire } from '@pelican/shared/engine/spot';
import { beforeEach, expect, vi } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { openJournalClient, type SpotJournalClient } from './journal-client.ts';
import { engineHealth, type PartProcess, startEngine } from './processes.ts';
import type { Service } from './service.ts';
import { startRedis } from './services.ts';
import { spotShard } from './shards.ts';
import { buys, funding, listings, sells } from './spot-commands.ts';

export const alice = 11;
export const bob = 12;

const leaderMsMax = 60_000;
const testMsMax = 180_000;

export class SpotEngines {
  readonly redis: Service;
  readonly client: SpotJournalClient;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'pelican-engine-'));
  readonly #engines: PartProcess[] = [];

  private constructor(redis: Service, client: SpotJournalClient) {
    this.redis = redis;
    this.client = client;
  }

  static async open(): Promise<SpotEngines> {
    const redis = await startRedis();
    return new SpotEngines(redis, await openJournalClient(redis.url, spotWire));
  }

  async close(): Promise<void> {
    await this.client.close();
    for (const engine of this.#engines) if (engine.isRunning()) await engine.kill();
    await this.redis.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  start(env: Record<string, string> = {}, name = 'engine-spot'): PartProcess {
    const engine = startEngine({ redisUrl: this.redis.url, dataDir: this.dataDir, name, env });
    this.#engines.push(engine);
    return engine;
  }

  async submitAll(commands: Command[]): Promise<void> {
    for (const done of await Promise.all(commands.map((command) => this.client.engine.submit(command))))
      expect(done.code).toBe(RejectCode.none);
  }

  async openMarket(): Promise<void> {
    const leads = async ({ name }: PartProcess) => (await engineHealth(this.dataDir, name))?.role === 'leader';
    const isLed = async () => (await Promise.all(this.#engines.map(leads))).includes(true);
    await until('an engine leads', isLed, leaderMsMax);
    await this.submitAll([...listings(), ...funding(alice), ...funding(bob)]);
  }

  /** Some trading that ends with open orders; each call leaves the market another way. */
  async trade(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const middle = 10_000 + round;
      await this.submitAll([sells(alice, middle, 50), buys(bob, middle, 30), buys(bob, 9_000 - round, 10)]);
    }
  }

  /** The state after a replay of everything there is, from the first command. */
  replayAll() {
    return replay({
      core: spotCore(spotShard.id),
      redis: this.client.redis,
      shard: spotShard,
      folders: engineFolders(this.dataDir, spotShard),
    });
  }
}

/** Before each test of a file opens a Redis for engines, and afterwards ends it and the engines that the test started. */
export function openEnginesForEachTest(onOpened: (engines: SpotEngines) => void): void {
  vi.setConfig({ testTimeout: testMsMax });
  beforeEach(async () => {
    const engines = await SpotEngines.open();
    onOpened(engines);
    return () => engines.close();
  });
}
