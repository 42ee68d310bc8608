/** Settings that several parts read. */
import { z } from 'zod';
import { parseShards, type Shard, shardsDefault } from '../engine/shards.ts';
import { ConfigError } from './read-settings.ts';
import { address, mustBeSet, oneOf, optional, requiredText, setting, text, wholeNumber } from './setting.ts';

/** SHARDS as records. */
const shardsSchema = z
  .string()
  .default(shardsDefault)
  .transform((value, context): Shard[] => {
    try {
      return parseShards(value);
    } catch (error) {
      context.addIssue((error as Error).message.replace('SHARDS: ', 'is wrong: '));
      return z.NEVER;
    }
  });

export const shardsSetting = {
  SHARDS: setting(shardsSchema, {
    about: 'the shards, `<name>=<id>:<spot or perpetual>` with commas between them; see "Add a shard"',
    fallback: shardsDefault,
  }),
};

export const processSettings = {
  NODE_ENV: oneOf(['development', 'test', 'production'], {
    about: 'production demands the secrets from the environment and refuses what is unsafe on a public site',
    fallback: 'development',
  }),
  LOG_LEVEL: oneOf(['silent', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    about: 'the least severe lines that are logged: silent, trace, debug, info, warn, error or fatal',
    fallback: 'info',
  }),
  PART: optional(
    requiredText({
      about: 'the name of the process: of its log and of its files in DATA_DIR/run',
      pattern: /^[a-z0-9-]+$/,
      patternError: 'must be of small letters, digits and dashes',
    }),
    'by its task',
  ),
};

export const redisSetting = {
  REDIS_URL: address(['redis:', 'rediss:'], {
    about: 'a Redis 7 or later with appendonly yes, appendfsync always, maxmemory-policy noeviction',
    isSecret: true,
  }),
};

export const databaseSetting = {
  DATABASE_URL: address(['postgresql:', 'postgres:'], { about: 'a PostgreSQL 16 or later', isSecret: true }),
};

export const dataDirSetting = {
  DATA_DIR: text({ about: 'everything that is kept: data, logs, process ids, secrets', fallback: '.data' }),
};

/** Where a process that serves nothing else answers GET /metrics. */
export const metricsSettings = {
  METRICS_HOST: text({ about: 'the address that /metrics of a part other than the API is on', fallback: '127.0.0.1' }),
  METRICS_PORT: wholeNumber({
    about: 'its port; 0 takes a free one, which is written to DATA_DIR/run',
    fallback: 0,
    min: 0,
    max: 65_535,
  }),
};

export const shardSetting = {
  SHARD: setting(z.string({ error: 'is not set: it names a shard of SHARDS' }), {
    about: 'the name of the one shard that an engine or a settlement works for',
    fallback: mustBeSet,
  }),
};

/** The record of the shard that a process works for. @throws ConfigError when SHARDS has none of that name */
export function shardNamed({ SHARDS, SHARD }: { SHARDS: readonly Shard[]; SHARD: string }): Shard {
  const shard = SHARDS.find(({ name }) => name === SHARD);
  if (shard) return shard;
  throw new ConfigError(
    `The configuration is wrong:\n  SHARD must name a shard of SHARDS: ${SHARDS.map(({ name }) => name).join(', ')}`,
  );
}
