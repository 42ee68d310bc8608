/** The configuration of the worker. */
import type { Shard } from '@pelican/shared/engine';
import {
  address,
  databaseSetting,
  dataDirSetting,
  flag,
  metricsSettings,
  optional,
  processSettings,
  readSettings,
  redisSetting,
  shardsSetting,
  text,
} from '@pelican/shared/settings';
import {
  type BitcoinNetworks,
  bitcoinFaults,
  bitcoinNetworksOf,
  bitcoinSettings,
  type EvmNetworks,
  evmFaults,
  evmNetworksOf,
  evmSettings,
} from '../../chains/index.ts';
import type { KycProviderAddress } from '../../modules/kyc/index.ts';
import { limitsOf, signerClientSettings } from '../../modules/signer/index.ts';
import type { ProviderLimits } from '../../modules/withdrawals/index.ts';
import {
  kycHandOverFaults,
  kycHandOverSettings,
  kycProviderOf,
  mailServerFaults,
  portSetting,
  publicUrlOf,
  publicUrlSetting,
  sandboxChainUrlSetting,
  sandboxFaults,
  sandboxProviderSetting,
} from '../../platform/config/index.ts';
import { type MetricsAddress, metricsAddressOf } from '../../platform/metrics/index.ts';

export const smtpSetting = {
  SMTP_URL: optional(
    address(['smtp:', 'smtps:'], {
      about: 'where mails are handed in; production demands it, without it mails are only marked as sent',
      isSecret: true,
    }),
    'no mail server',
  ),
};

const providerLimit = String.raw`[a-z][a-z0-9-]{1,19}:([A-Z0-9]{2,12}|\*)=\d+(\.\d{1,18})?`;

export const workerSettings = {
  ...processSettings,
  ...databaseSetting,
  ...redisSetting,
  ...shardsSetting,
  ...dataDirSetting,
  ...metricsSettings,
  ...smtpSetting,
  MAIL_CATCHER: flag({
    about: '1 lets production use a mail catcher (MailHog, Mailpit, port 1025), which delivers nothing',
    fallback: '0',
  }),
  MAIL_FROM: text({ about: 'the sender of mails', fallback: 'Pelican <no-reply@pelican.local>' }),
  TEXT_GATEWAY_URL: optional(
    address(['https:', 'http:'], {
      about:
        'takes text messages by POST {id, to, text}, with basic authentication from the address; without it they are off in production, where each fails, and elsewhere in the log of the worker',
      isSecret: true,
    }),
    'no gateway',
  ),
  ...publicUrlSetting,
  ...portSetting,
  ...signerClientSettings,
  ...sandboxChainUrlSetting,
  ...sandboxProviderSetting,
  CONTENT_NEWS_FEED_URL: optional(
    address(['https:'], {
      about:
        'a feed whose news the front page shows beside the own ones: JSON Feed 1.1, or a list of {title, link, date}',
    }),
    'no news of others; what is there leaves the page within ten minutes',
  ),
  PROVIDER_LIMITS: text({
    about:
      "what payment providers may be ordered to pay within an hour, in whole units: 'name:INR=500000,name:*=1000'. What is not named is never ordered",
    fallback: '',
    pattern: new RegExp(`^$|^${providerLimit}(,${providerLimit})*$`),
    patternError: "must look like 'name:INR=500000,name:*=1000'",
  }),
  ...kycHandOverSettings,
  ...evmSettings,
  ...bitcoinSettings,
};

export interface WorkerConfig {
  databaseUrl: string;
  redisUrl: string;
  shards: Shard[];
  logLevel: string;
  part: string;
  metrics: MetricsAddress;
  /** Undefined outside production: mails are only marked as sent, and read at /dev/mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Takes text messages; undefined: they fail in production, and are written to the log elsewhere. */
  textGatewayUrl: string | undefined;
  /** Where users reach the site, for links in mails; without a slash at the end. */
  publicUrl: string;
  production: boolean;
  /** Undefined: no network is read, and none is paid on. */
  signer: { url: string; secret: string } | undefined;
  /** Of a demo. */
  sandboxChainUrl: string | undefined;
  sandboxProviderSecret: string | undefined;
  /** Whole units of an hour, by '<provider>:<ticker>'. */
  providerLimits: ProviderLimits;
  /** Of news for the front page. */
  newsFeedUrl: string | undefined;
  /** Takes cases of identity checks; undefined: none is handed over. */
  kycProvider: KycProviderAddress | undefined;
  /** By the keys of networks. */
  evmNetworks: EvmNetworks;
  bitcoinNetworks: BitcoinNetworks;
}

/** @throws ConfigError with one line a wrong value */
export function readWorkerConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const values = readSettings(workerSettings, env, {
    faultsOf: (given) => [
      ...mailServerFaults(given),
      ...sandboxFaults(given),
      ...kycHandOverFaults(given),
      ...evmFaults(given),
      ...bitcoinFaults(given),
    ],
  });
  const { PART = 'worker' } = values;
  return {
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    shards: values.SHARDS,
    logLevel: values.LOG_LEVEL,
    part: PART,
    metrics: metricsAddressOf(values, PART),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    textGatewayUrl: values.TEXT_GATEWAY_URL,
    publicUrl: publicUrlOf(values),
    production: values.NODE_ENV === 'production',
    signer:
      values.SIGNER_URL !== undefined && values.SIGNER_SECRET !== undefined
        ? { url: values.SIGNER_URL, secret: values.SIGNER_SECRET }
        : undefined,
    sandboxChainUrl: values.SANDBOX_CHAIN_URL,
    sandboxProviderSecret: values.SANDBOX_PROVIDER_SECRET,
    providerLimits: limitsOf(values.PROVIDER_LIMITS),
    newsFeedUrl: values.CONTENT_NEWS_FEED_URL,
    kycProvider: kycProviderOf(values),
    evmNetworks: evmNetworksOf(values),
    bitcoinNetworks: bitcoinNetworksOf(values),
  };
}
