/** The configuration of the operator's command line; scripts/ops.ts fills the environment from DATA_DIR. */
import { resolve } from 'node:path';
import type { Shard } from '@pelican/shared/engine';
import {
  address,
  databaseSetting,
  optional,
  processSettings,
  readSettings,
  redisSetting,
  requiredText,
  shardsSetting,
} from '@pelican/shared/settings';
import { type IntakeLimits, intakeLimitsOf, intakeSettings, root } from '../../platform/config/index.ts';

export const apiUrlSetting = {
  API_URL: optional(
    address(['http:', 'https:'], { about: 'where the API listens: for the figures that it alone has' }),
    'not asked',
  ),
};

const { NODE_ENV } = processSettings;

export const opsSettings = {
  NODE_ENV,
  ...databaseSetting,
  ...redisSetting,
  ...shardsSetting,
  ...intakeSettings,
  ...apiUrlSetting,
  OPERATOR: optional(
    requiredText({
      about: 'the calling operator; where two persons decide, the name of one of the exchange',
      pattern: /^[a-z][a-z0-9._-]{1,31}$/,
      patternError: 'must be a short name in small letters',
    }),
    'the Unix user',
  ),
};

export interface OpsConfig {
  databaseUrl: string;
  redisUrl: string;
  shards: Shard[];
  /** The watermarks of the API processes, as far as this environment says the same. */
  intake: IntakeLimits;
  dataDir: string;
  apiUrl: string | undefined;
  /** The operator's name; undefined: that of the Unix user. */
  operator: string | undefined;
  /** The environment of the processes that a command starts. */
  environment: NodeJS.ProcessEnv;
}

/** @throws ConfigError with one line a wrong value */
export function readOpsConfig(env: NodeJS.ProcessEnv): OpsConfig {
  const values = readSettings(opsSettings, env);
  return {
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    shards: values.SHARDS,
    intake: intakeLimitsOf(values),
    dataDir: resolve(root, values.DATA_DIR),
    apiUrl: values.API_URL,
    operator: values.OPERATOR,
    environment: env,
  };
}
