/** What the operator's command line needs from the environment; scripts/ops.ts fills it from DATA_DIR. */
import { resolve } from 'node:path';
import type { Shard } from '@pelican/shared/engine/shards.ts';
import { shardsVariable } from '@pelican/shared/engine/shards-variable.ts';
import { z } from 'zod';
import { ConfigError, type IntakeLimits, intakeLimitsOf, intakeVariables } from '../../platform/config/index.ts';

const root = resolve(import.meta.dirname, '../../../../..');

const schema = z.object({
  DATABASE_URL: z.string({ error: 'DATABASE_URL is not set' }),
  REDIS_URL: z.string({ error: 'REDIS_URL is not set' }),
  SHARDS: shardsVariable,
  ...intakeVariables,
  /** Where the API listens, for its own word on how it is. */
  API_URL: z.string().optional(),
  NODE_ENV: z.string().default('development'),
  /** Who is at the keyboard, where all share one Unix user. */
  OPERATOR: z
    .string()
    .regex(/^[a-z][a-z0-9._-]{1,31}$/, { error: 'OPERATOR must be a short name in small letters' })
    .optional(),
  /** 1: what concerns money is a request that another operator approves. */
  TWO_PERSONS: z.enum(['0', '1'], { error: 'TWO_PERSONS must be 0 or 1' }).optional(),
});

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
  /** Whether what concerns money waits for a second operator. */
  twoPersons: boolean;
  /** Of the processes that a command starts. */
  environment: NodeJS.ProcessEnv;
}

/** @throws ConfigError with one line a wrong value */
export function readOpsConfig(env: NodeJS.ProcessEnv): OpsConfig {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    throw new ConfigError(
      `The configuration is wrong:\n  ${parsed.error.issues.map((issue) => issue.message).join('\n  ')}`,
    );
  }
  const { DATABASE_URL, REDIS_URL, SHARDS, DATA_DIR, API_URL, NODE_ENV, OPERATOR, TWO_PERSONS } = parsed.data;
  return {
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    shards: SHARDS,
    intake: intakeLimitsOf(parsed.data),
    dataDir: resolve(root, DATA_DIR),
    apiUrl: API_URL,
    operator: OPERATOR,
    twoPersons: TWO_PERSONS === undefined ? NODE_ENV === 'production' : TWO_PERSONS === '1',
    environment: env,
  };
}
