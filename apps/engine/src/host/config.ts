/** The configuration of an engine process: read once from the environment, checked by one schema. */
import { join, resolve } from 'node:path';
import { type Shard, shardParts } from '@pelican/shared/engine/shards.ts';
import { shardsVariable, shardVariable, withShard } from '@pelican/shared/engine/shards-variable.ts';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..', '..', '..', '..');

const wholeNumber = (name: string, fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int({ error: `${name} must be a whole number` })
    .min(min, { error: `${name} must be at least ${min}` })
    .max(max, { error: `${name} must be at most ${max}` })
    .default(fallback);

const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'NODE_ENV must be development, test or production' })
    .default('development'),
  SHARDS: shardsVariable,
  SHARD: shardVariable,
  REDIS_URL: z
    .string({ error: 'REDIS_URL is not set' })
    .refine((text) => URL.canParse(text) && ['redis:', 'rediss:'].includes(new URL(text).protocol), {
      error: 'REDIS_URL must be an address that begins with redis:// or rediss://',
    }),
  DATA_DIR: z.string({ error: 'DATA_DIR is not set' }).default('.data'),
  LOG_LEVEL: z
    .enum(['silent', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
      error: 'LOG_LEVEL must be silent, trace, debug, info, warn, error or fatal',
    })
    .default('info'),
  /** The name of this process: of its log and its port file. */
  PART: z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: 'PART must be of small letters, digits and dashes' })
    .optional(),
  /** A snapshot is taken whenever this many more commands have been applied; see `snapshotEvery`. */
  SNAPSHOT_EVERY_COMMANDS: wholeNumber('SNAPSHOT_EVERY_COMMANDS', 0, 0, 1_000_000_000),
  /** A standby takes over within this time after the leader's death. */
  LEASE_MS: wholeNumber('LEASE_MS', 3_000, 300, 60_000),
  /** GET /metrics and /health; 0 takes a free port. It is written to DATA_DIR/run/<part>.port. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber('METRICS_PORT', 0, 0, 65_535),
});

const schema = variables.transform(withShard);

/** The default: a million small orders, or a day of ticks, each of which carries the prices of all sources. */
const snapshotEvery = { spot: 1_000_000, perpetual: 100_000 } as const;

export interface EngineConfig {
  production: boolean;
  shard: Shard;
  redisUrl: string;
  logLevel: string;
  part: string;
  snapshotEveryCommands: number;
  leaseMs: number;
  metricsHost: string;
  metricsPort: number;
  portFile: string;
  folders: EngineFolders;
}

/** Where an engine keeps what it writes. */
export interface EngineFolders {
  snapshots: string;
  archive: string;
  /** Copies of the journal's tail, one folder for each engine process. */
  tail: string;
}

/** The environment breaks the schema; the message names every wrong value. */
export class ConfigError extends Error {}

/** The folders of a shard's engine below DATA_DIR. */
export function engineFolders(dataDir: string, shard: Pick<Shard, 'name'>): EngineFolders {
  const folder = join(dataDir, 'engine', shard.name);
  return { snapshots: join(folder, 'snapshots'), archive: join(folder, 'archive'), tail: join(folder, 'tail') };
}

/** Reads and checks the environment; empty variables count as not set. @throws ConfigError with one line a wrong value */
export function readConfig(env: NodeJS.ProcessEnv): EngineConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const faults = [...new Set(parsed.error.issues.map((issue) => issue.message))];
    throw new ConfigError(`The configuration is wrong:\n  ${faults.join('\n  ')}`);
  }
  const { data } = parsed;
  const dataDir = resolve(root, data.DATA_DIR);
  const part = data.PART ?? shardParts(data.SHARD).engine;
  return {
    production: data.NODE_ENV === 'production',
    shard: data.SHARD,
    redisUrl: data.REDIS_URL,
    logLevel: data.LOG_LEVEL,
    part,
    snapshotEveryCommands: data.SNAPSHOT_EVERY_COMMANDS || snapshotEvery[data.SHARD.kind],
    leaseMs: data.LEASE_MS,
    metricsHost: data.METRICS_HOST,
    metricsPort: data.METRICS_PORT,
    portFile: join(dataDir, 'run', `${part}.port`),
    folders: engineFolders(dataDir, data.SHARD),
  };
}
