import { resolve } from 'node:path';
import {
  hostSetting,
  mailboxSetting,
  mailServerFaults,
  operatorDomainsOf,
  operatorSettings,
  portSetting,
} from '../../apps/api/src/platform/config/index.ts';
import { unsafeSettings } from '../../apps/api/src/platform/config/unsafe-settings.ts';
import { smtpSetting } from '../../apps/api/src/processes/worker/config.ts';
import {
  ConfigError,
  databaseSetting,
  dataDirSetting,
  flag,
  givenIn,
  optional,
  processSettings,
  readSettings,
  redisSetting,
  shardsSetting,
  type ValuesOf,
  wholeNumber,
} from '../../packages/shared/src/settings/index.ts';
import { tracingFaults } from '../../packages/tracing/src/index.ts';
import { root } from './folders.ts';
import { StartError } from './start-error.ts';

const { NODE_ENV, LOG_LEVEL } = processSettings;

/** What `npm start` itself reads; the parts get the environment and read theirs. */
export const supervisorSettings = {
  ...portSetting,
  ...hostSetting,
  ...dataDirSetting,
  NODE_ENV,
  LOG_LEVEL,
  DEMO: optional(
    flag({
      about:
        '1 seeds listings, demo users and a month of candles (a week of those below 15 minutes); refused in production',
      fallback: '1',
    }),
    '1 (0 in production)',
  ),
  DEMO_MAKER: flag({ about: '1 runs the market maker of the demo', fallback: '1' }),
  DEV_MAILBOX: optional(mailboxSetting.DEV_MAILBOX, '1 without SMTP_URL (0 in production)'),
  ...operatorSettings,
  ...shardsSetting,
  ENGINE_STANDBY: flag({
    about: '1 runs a second engine of each shard and a second ticker, which take over when the first one dies',
    fallback: '0',
  }),
  ...smtpSetting,
  DATABASE_URL: optional(databaseSetting.DATABASE_URL, 'our own server'),
  REDIS_URL: optional(redisSetting.REDIS_URL, 'our own server'),
  REDIS_MAXMEMORY_MB: optional(
    wholeNumber({
      about: 'maxmemory of our own Redis; 1024 or more for a busy exchange',
      unit: 'MB',
      fallback: 4096,
      min: 64,
    }),
    "4096, at most half of the machine's memory",
  ),
};

export type SupervisorConfig = ReturnType<typeof toConfig>;

function toConfig(values: ValuesOf<typeof supervisorSettings>) {
  const production = values.NODE_ENV === 'production';
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(root, values.DATA_DIR),
    nodeEnv: values.NODE_ENV,
    production,
    logLevel: values.LOG_LEVEL,
    demo: values.DEMO ?? !production,
    demoMaker: values.DEMO_MAKER,
    /** Without a mail server of its own a development start shows its mails at /dev/mailbox. */
    devMailbox: values.DEV_MAILBOX ?? !(production || values.SMTP_URL !== undefined),
    /** Undefined: as it was. */
    twoPersons: values.TWO_PERSONS,
    operatorEmailDomains: operatorDomainsOf(values.OPERATOR_EMAIL_DOMAINS),
    shards: values.SHARDS,
    engineStandby: values.ENGINE_STANDBY,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    redisMemoryMaxMb: values.REDIS_MAXMEMORY_MB,
  };
}

/** Reads the environment. @throws StartError that names every wrong value. Empty variables count as not set. */
export function readConfig(env: NodeJS.ProcessEnv): SupervisorConfig {
  try {
    const faultsOf = ({ PORT, NODE_ENV, DEMO }: Record<string, string>) => [
      ...(PORT === '0' ? ['PORT must be from 1 to 65535'] : []),
      ...(NODE_ENV === 'production' && DEMO === '1'
        ? ['DEMO=1 makes users with a known password, so it is refused with NODE_ENV=production']
        : []),
    ];
    return toConfig(readSettings(supervisorSettings, env, { faultsOf, showsValues: true }));
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message);
    throw error;
  }
}

/** @throws StartError naming every setting with which the parts would refuse to start, or would be unsafe */
export function demandSafeSettings(config: SupervisorConfig, env: NodeJS.ProcessEnv): void {
  const effective = {
    ...givenIn(env),
    HOST: config.host,
    DEMO: config.demo ? '1' : '0',
    DEV_MAILBOX: config.devMailbox ? '1' : '0',
  };
  const faults = [...unsafeSettings(effective), ...mailServerFaults(effective), ...tracingFaults(effective)];
  if (faults.length > 0) throw new StartError(`These settings are refused:\n  ${faults.join('\n  ')}`);
}
