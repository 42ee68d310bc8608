/** The configuration of a ticker. */
import type { Shard } from '@pelican/shared/engine';
import {
  databaseSetting,
  dataDirSetting,
  flag,
  metricsSettings,
  processSettings,
  readSettings,
  redisSetting,
  shardsSetting,
  wholeNumber,
} from '@pelican/shared/settings';
import { type MetricsAddress, metricsAddressOf } from '../platform/metrics/index.ts';

export const tickerSettings = {
  ...processSettings,
  ...databaseSetting,
  ...redisSetting,
  ...shardsSetting,
  ...dataDirSetting,
  ...metricsSettings,
  TICKER_LEASE_MS: wholeNumber({
    about: "another ticker takes over within this time after the leader's death",
    unit: 'ms',
    fallback: 2_000,
    min: 300,
    max: 60_000,
  }),
  DEMO_INDEX_STILL: flag({
    about: "1: the demo's simulated index prices stay as they are until they are set",
    fallback: '0',
  }),
};

export interface TickerConfig {
  databaseUrl: string;
  redisUrl: string;
  shards: Shard[];
  logLevel: string;
  part: string;
  metrics: MetricsAddress;
  leaseMs: number;
  /** Simulated prices do not change by themselves. */
  isIndexStill: boolean;
}

/** @throws ConfigError with one line a wrong value */
export function readTickerConfig(env: NodeJS.ProcessEnv): TickerConfig {
  const values = readSettings(tickerSettings, env);
  const { PART = 'ticker' } = values;
  return {
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    shards: values.SHARDS,
    logLevel: values.LOG_LEVEL,
    part: PART,
    metrics: metricsAddressOf(values, PART),
    leaseMs: values.TICKER_LEASE_MS,
    isIndexStill: values.DEMO_INDEX_STILL,
  };
}
