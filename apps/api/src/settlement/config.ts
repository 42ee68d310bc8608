/** Settings of a settlement process from the environment; none is a secret. */
import { type Shard, shardParts } from '@pelican/shared/engine/shards.ts';
import { shardsVariable, shardVariable, withShard } from '@pelican/shared/engine/shards-variable.ts';
import { z } from 'zod';
import { ConfigError } from '../platform/config/index.ts';
import { type MetricsAddress, metricsAddressOf, metricsVariables } from '../platform/metrics/index.ts';

const variables = z.object({
  SHARDS: shardsVariable,
  SHARD: shardVariable,
  /** The name of this process: of its log and its port file. */
  PART: z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: 'PART must be of small letters, digits and dashes' })
    .optional(),
  DATABASE_URL: z.string({ error: 'DATABASE_URL is not set' }),
  REDIS_URL: z.string({ error: 'REDIS_URL is not set' }),
  LOG_LEVEL: z.string().default('info'),
  ...metricsVariables,
  SETTLEMENT_COMMANDS_MAX: z.coerce
    .number({ error: 'SETTLEMENT_COMMANDS_MAX must be a number' })
    .int({ error: 'SETTLEMENT_COMMANDS_MAX must be a whole number' })
    .min(1, { error: 'SETTLEMENT_COMMANDS_MAX must be at least 1' })
    .default(20_000),
  SETTLEMENT_KEPT_EVENTS_MS: z.coerce
    .number({ error: 'SETTLEMENT_KEPT_EVENTS_MS must be a number' })
    .int({ error: 'SETTLEMENT_KEPT_EVENTS_MS must be a whole number' })
    .min(0, { error: 'SETTLEMENT_KEPT_EVENTS_MS must be at least 0' })
    .default(60_000),
});

const schema = variables.transform(withShard);

export interface SettlementConfig {
  shard: Shard;
  part: string;
  databaseUrl: string;
  redisUrl: string;
  logLevel: string;
  metrics: MetricsAddress;
  /** Commands that one transaction settles at most, except for the entry that exceeds it. */
  commandsMax: number;
  /** How much of the event stream stays behind the cursor, in milliseconds. */
  keptEventsMs: number;
}

/** @throws ConfigError with one line a wrong value */
export function readSettlementConfig(env: NodeJS.ProcessEnv): SettlementConfig {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    throw new ConfigError(
      `The configuration is wrong:\n  ${parsed.error.issues.map((issue) => issue.message).join('\n  ')}`,
    );
  }
  const { SHARD, PART = shardParts(SHARD).settlement, DATABASE_URL, REDIS_URL, LOG_LEVEL, ...settlement } = parsed.data;
  return {
    shard: SHARD,
    part: PART,
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    logLevel: LOG_LEVEL,
    metrics: metricsAddressOf(parsed.data, PART),
    commandsMax: settlement.SETTLEMENT_COMMANDS_MAX,
    keptEventsMs: settlement.SETTLEMENT_KEPT_EVENTS_MS,
  };
}
