/** What the ticker needs from the environment. */
import type { Shard } from '@pelican/shared/engine/shards.ts';
import { shardsVariable } from '@pelican/shared/engine/shards-variable.ts';
import { z } from 'zod';
import { ConfigError } from '../platform/config/index.ts';
import { type MetricsAddress, metricsAddressOf, metricsVariables } from '../platform/metrics/index.ts';

const schema = z.object({
  DATABASE_URL: z.string({ error: 'DATABASE_URL is not set' }),
  REDIS_URL: z.string({ error: 'REDIS_URL is not set' }),
  SHARDS: shardsVariable,
  LOG_LEVEL: z.string().default('info'),
  ...metricsVariables,
  PART: z.string().default('ticker'),
  /** Another ticker takes over within this time after the leader's death. */
  TICKER_LEASE_MS: z.coerce
    .number({ error: 'TICKER_LEASE_MS must be a number' })
    .int({ error: 'TICKER_LEASE_MS must be a whole number' })
    .min(300, { error: 'TICKER_LEASE_MS must be at least 300' })
    .default(2_000),
  DEMO_INDEX_STILL: z.enum(['0', '1'], { error: 'DEMO_INDEX_STILL must be 0 or 1' }).default('0'),
});

export interface TickerConfig {
  databaseUrl: string;
  redisUrl: string;
  shards: Shard[];
  logLevel: string;
  part: string;
  metrics: MetricsAddress;
  leaseMs: number;
  /** Simulated prices do not walk. */
  isIndexStill: boolean;
}

/** @throws ConfigError with one line a wrong value */
export function readTickerConfig(env: NodeJS.ProcessEnv): TickerConfig {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    throw new ConfigError(
      `The configuration is wrong:\n  ${parsed.error.issues.map((issue) => issue.message).join('\n  ')}`,
    );
  }
  const { DATABASE_URL, REDIS_URL, SHARDS, LOG_LEVEL, PART, TICKER_LEASE_MS, DEMO_INDEX_STILL } = parsed.data;
  return {
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    shards: SHARDS,
    logLevel: LOG_LEVEL,
    part: PART,
    metrics: metricsAddressOf(parsed.data, PART),
    leaseMs: TICKER_LEASE_MS,
    isIndexStill: DEMO_INDEX_STILL === '1',
  };
}
