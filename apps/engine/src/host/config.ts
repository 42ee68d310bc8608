/** The configuration of an engine process, read once from its environment. */
import { join, resolve } from 'node:path';
import { type Shard, shardParts } from '@pelican/shared/engine';
import {
  dataDirSetting,
  metricsSettings,
  optional,
  processSettings,
  readSettings,
  redisSetting,
  shardNamed,
  shardSetting,
  shardsSetting,
  wholeNumber,
} from '@pelican/shared/settings';
import { tracingFaults, tracingOptionsOf, tracingSettings } from '@pelican/tracing';

const root = resolve(import.meta.dirname, '..', '..', '..', '..');

/** A million small orders, or a day of ticks, each of which carries the prices of all sources. */
const snapshotEvery = { spot: 1_000_000, perpetual: 100_000 } as const;

export const engineSettings = {
  ...processSettings,
  ...shardsSetting,
  ...shardSetting,
  ...redisSetting,
  ...dataDirSetting,
  SNAPSHOT_EVERY_COMMANDS: optional(
    wholeNumber({
      about: 'a snapshot is taken whenever this many more commands have been applied',
      fallback: snapshotEvery.spot,
      max: 10_000_000,
    }),
    '1000000 in a spot shard, 100000 in a perpetual one',
  ),
  LEASE_MS: wholeNumber({
    about: "a standby engine takes over within this time after the leader's death",
    unit: 'ms',
    fallback: 3_000,
    min: 300,
    max: 60_000,
  }),
  ...metricsSettings,
  ...tracingSettings,
};

export type EngineConfig = ReturnType<typeof readConfig>;

/** Where an engine keeps what it writes. */
export interface EngineFolders {
  snapshots: string;
  archive: string;
  /** Copies of the journal's tail, one folder for each engine process. */
  tail: string;
}

/** The folders of a shard's engine below DATA_DIR. */
export function engineFolders(dataDir: string, shard: Pick<Shard, 'name'>): EngineFolders {
  const folder = join(dataDir, 'engine', shard.name);
  return { snapshots: join(folder, 'snapshots'), archive: join(folder, 'archive'), tail: join(folder, 'tail') };
}

/** Reads and checks the environment. @throws ConfigError with one line a wrong value */
export function readConfig(env: NodeJS.ProcessEnv) {
  const values = readSettings(engineSettings, env, { faultsOf: tracingFaults });
  const shard = shardNamed(values);
  const dataDir = resolve(root, values.DATA_DIR);
  const { PART = shardParts(shard).engine } = values;
  return {
    production: values.NODE_ENV === 'production',
    shard,
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    part: PART,
    snapshotEveryCommands: values.SNAPSHOT_EVERY_COMMANDS ?? snapshotEvery[shard.kind],
    leaseMs: values.LEASE_MS,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    portFile: join(dataDir, 'run', `${PART}.port`),
    folders: engineFolders(dataDir, shard),
    /** Undefined when nothing is traced. */
    tracing: tracingOptionsOf(values),
  };
}
