/** The configuration of a settlement process. */
import { shardParts } from '@pelican/shared/engine';
import {
  databaseSetting,
  dataDirSetting,
  metricsSettings,
  processSettings,
  readSettings,
  redisSetting,
  shardNamed,
  shardSetting,
  shardsSetting,
  wholeNumber,
} from '@pelican/shared/settings';
import { tracingFaults, tracingOptionsOf, tracingSettings } from '@pelican/tracing';
import { metricsAddressOf } from '../platform/metrics/index.ts';

export const settlementSettings = {
  ...processSettings,
  ...shardsSetting,
  ...shardSetting,
  ...databaseSetting,
  ...redisSetting,
  ...dataDirSetting,
  ...metricsSettings,
  SETTLEMENT_COMMANDS_MAX: wholeNumber({
    about: 'commands that one transaction settles at most, except for the entry that exceeds it',
    fallback: 20_000,
    max: 1_000_000,
  }),
  SETTLEMENT_KEPT_EVENTS_MS: wholeNumber({
    about: 'how much of the event stream is kept after it is settled',
    unit: 'ms',
    fallback: 60_000,
    min: 0,
    max: 3_600_000,
  }),
  ...tracingSettings,
};

export type SettlementConfig = ReturnType<typeof readSettlementConfig>;

/** @throws ConfigError with one line a wrong value */
export function readSettlementConfig(env: NodeJS.ProcessEnv) {
  const values = readSettings(settlementSettings, env, { faultsOf: tracingFaults });
  const shard = shardNamed(values);
  const { PART = shardParts(shard).settlement } = values;
  return {
    shard,
    part: PART,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    metrics: metricsAddressOf(values, PART),
    /** Commands that one transaction settles at most, except for the entry that exceeds it. */
    commandsMax: values.SETTLEMENT_COMMANDS_MAX,
    /** How much of the event stream stays behind the cursor, in milliseconds. */
    keptEventsMs: values.SETTLEMENT_KEPT_EVENTS_MS,
    /** Undefined when nothing is traced. */
    tracing: tracingOptionsOf(values),
  };
}
