/** The settings of an API process, but for those of its socket. */
import { socialNames, storeNames } from '@pelican/shared/contracts/system';
import {
  address,
  databaseSetting,
  flag,
  list,
  optional,
  processSettings,
  redisSetting,
  requiredText,
  setting,
  shardsSetting,
  text,
  wholeNumber,
} from '@pelican/shared/settings';
import { tracingSettings } from '@pelican/tracing';
import { z } from 'zod';
import { accountSettings } from './account-settings.ts';
import { intakeSettings } from './intake-settings.ts';
import { kycHandOverSettings, kycResultSettings } from './kyc-settings.ts';
import { widgetSettings } from './widget-settings.ts';
import { withdrawalSettings } from './withdrawal-settings.ts';

/** Made on the first start of `npm start`; without it, in tests, a public one. */
const madeOnStart = 'made on first start';

const kyc = (what: string) => flag({ about: `1: ${what} demands an approved KYC`, fallback: '1' });

export const publicUrlSetting = {
  PUBLIC_URL: optional(
    address(['http:', 'https:'], {
      about: "the site's address, for links in mails and Secure cookies; production demands one with https",
    }),
    'http://localhost:PORT',
  ),
};

export const portSetting = {
  PORT: wholeNumber({ about: 'where the site is', fallback: 3000, min: 0, max: 65_535 }),
};

export const hostSetting = {
  HOST: text({
    about:
      'the address it listens on; 0.0.0.0 opens it to the network, which is refused with DEMO=1 or DEV_MAILBOX=1, and for an API process with the secrets of development',
    fallback: '127.0.0.1',
  }),
};

export const sandboxChainUrlSetting = {
  SANDBOX_CHAIN_URL: optional(
    address(['http:'], {
      about: 'where the chain of the demo listens; refused in production, and unless the database is of a demo',
    }),
    'no such chain',
  ),
};

export const sandboxProviderSetting = {
  SANDBOX_PROVIDER_SECRET: optional(
    requiredText({
      about:
        'signs what the payment provider of the demo reports; with it the provider exists; refused in production, and unless the database is of a demo',
      pattern: /^.{32}/s,
      patternError: 'must have at least 32 characters',
      isSecret: true,
    }),
    'no such provider',
  ),
};

export const mailboxSetting = {
  DEV_MAILBOX: flag({
    about: '1 serves /dev/mailbox, which shows every mail to everybody; refused in production',
    fallback: '0',
  }),
};

export const apiKeySetting = {
  API_KEY_ENCRYPTION_KEY: setting(
    z.string({ error: 'is not set' }).transform((value, context) => {
      const keys = value.split(',').map((one) => keyBytes(one.trim()));
      if (keys.every((bytes) => bytes.length === 32)) return keys;
      context.addIssue(
        'must be 32 bytes, written in base64 or as 64 hexadecimal digits, or several of them with commas between',
      );
      return z.NEVER;
    }),
    {
      about:
        'encrypts the secrets of API keys, the keys of files and what identity documents say; of several with commas between the first one encrypts and all decrypt; production demands one of its own',
      fallback: madeOnStart,
      isSecret: true,
    },
  ),
};

function keyBytes(text: string): Buffer {
  return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
}

const fileScannerSetting = {
  FILE_SCANNER: optional(
    requiredText({
      about:
        'a clamd that sees every uploaded file before it is stored, `host:port`; without its verdict no file is taken',
      pattern: /^(\[[0-9a-f:]+\]|[^:/\s]+):\d{1,5}$/i,
      patternError: 'must be a host and a port like scanner:3310',
    }),
    'files are not scanned',
  ),
};

const accessTokenSecret = requiredText({
  about: 'signs access tokens; production demands one of its own',
  pattern: /^.{32}/s,
  patternError: 'must have at least 32 characters',
  isSecret: true,
});

const siteLinkNames = [...socialNames, ...storeNames, 'blog'] as const;
export type SiteLinkName = (typeof siteLinkNames)[number];
const siteLink = new RegExp(`^(?:${siteLinkNames.join('|')})=https://[^\\s]+$`);

export const apiSettings = {
  ...processSettings,
  ...portSetting,
  ...hostSetting,
  ...databaseSetting,
  DATABASE_POOL_MAX: wholeNumber({ about: 'connections of a process to Postgres', fallback: 10, max: 500 }),
  OPERATOR_DATABASE_URL: optional(
    address(['postgresql:', 'postgres:'], {
      about: 'Postgres by the role of operators: a process that has it serves the operator console, /v2/ops',
      isSecret: true,
    }),
    'no console',
  ),
  ...redisSetting,
  ...shardsSetting,
  DEMO: flag({
    about:
      '1 seeds listings, demo users and a month of candles (a week of those below 15 minutes); refused in production',
    fallback: '0',
  }),
  ...mailboxSetting,
  ...sandboxChainUrlSetting,
  ...sandboxProviderSetting,
  ...publicUrlSetting,
  WEB_DIST: text({ about: 'the folder of the built web client', fallback: 'apps/web/dist' }),
  ACCESS_TOKEN_SECRET: { ...accessTokenSecret, fallback: madeOnStart },
  ...apiKeySetting,
  ACCESS_TOKEN_SECONDS: wholeNumber({
    about: 'how long an access token is good',
    unit: 's',
    fallback: 900,
    min: 20,
    max: 86_400,
  }),
  ...accountSettings,
  ...withdrawalSettings,
  ORDERS_PER_SECOND: wholeNumber({
    about: 'orders that a user may place or cancel, over HTTP and the socket together',
    unit: '1/s',
    fallback: 200,
  }),
  TRANSFERS_PER_MINUTE: wholeNumber({
    about: 'transfers of a user between own wallets',
    unit: '1/min',
    fallback: 60,
  }),
  REQUESTS_PER_SECOND_PER_IP: wholeNumber({ about: 'requests of an address', unit: '1/s', fallback: 1_000 }),
  PUBLIC_ROWS_PER_SECOND_PER_IP: wholeNumber({
    about: 'rows of public queries that an address may ask for, and twenty times as many at once',
    unit: '1/s',
    fallback: 20_000,
    min: 1_000,
  }),
  PRIVATE_ROWS_PER_SECOND_PER_USER: wholeNumber({
    about: 'rows of their own that users may ask for, and ten times as many at once',
    unit: '1/s',
    fallback: 1_000,
    min: 50,
  }),
  AUTH_REQUESTS_PER_MINUTE_PER_IP: wholeNumber({
    about: 'sign-ins and the like of an address',
    unit: '1/min',
    fallback: 120,
  }),
  TRUSTED_PROXIES: list({
    about:
      'addresses or ranges of proxies whose X-Forwarded-For is believed; production demands a value, `none` when clients connect directly',
    fallback: 'none',
  }),
  CORS_ORIGINS: list({
    about: 'origins, with commas between them, that may call from a browser besides PUBLIC_URL',
    fallback: '',
  }),
  METRICS_TOKEN: optional(
    requiredText({
      about: 'with it /metrics answers to other machines too: Authorization: Bearer <token>',
      pattern: /^.{16}/s,
      patternError: 'must have at least 16 characters',
      isSecret: true,
    }),
    'this machine only',
  ),
  SITE_LINKS: setting(
    z
      .string()
      .default('')
      .transform((value) => value.split(',').flatMap((link) => link.trim() || []))
      .pipe(
        z.array(
          z
            .string()
            .regex(siteLink, `must be links like twitter=https://…, of ${siteLinkNames.join(', ')}`)
            .transform((link) => link.split(/=(.*)/s) as [SiteLinkName, string]),
        ),
      ),
    {
      about: `links of the footer to pages elsewhere until operators set them in the console, name=https://…, with commas between them; names: ${siteLinkNames.join(', ')}`,
      fallback: '',
    },
  ),
  ...widgetSettings,
  RESTRICTED_COUNTRIES: setting(
    z
      .string()
      .default('US')
      .transform((value) => value.split(',').flatMap((code) => code.trim().toUpperCase() || []))
      .pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'must be codes of countries like US,IR'))),
    {
      about:
        'countries (ISO 3166, two letters), with commas between them, whose people cannot sign up or open positions and orders',
      fallback: 'US',
    },
  ),
  KYC_REQUIRED_TRADE: kyc('trading'),
  KYC_REQUIRED_EXCHANGE: kyc('an exchange of coins'),
  KYC_REQUIRED_DEPOSIT: kyc('a deposit'),
  KYC_REQUIRED_WITHDRAW: kyc('a withdrawal'),
  ...fileScannerSetting,
  ...kycResultSettings,
  ...kycHandOverSettings,
  DELIVERY_REPORT_SECRET: optional(
    requiredText({
      about:
        'shared with the providers of mails and text messages, which sign their reports of bounces and deliveries with it; see docs/notices.md',
      pattern: /^.{32}/s,
      patternError: 'must have at least 32 characters',
      isSecret: true,
    }),
    'no reports are taken',
  ),
  KYC_WATCHED_COUNTRIES: setting(
    z
      .string()
      .default('IR,KP,MM')
      .transform((value) => value.split(',').flatMap((code) => code.trim().toUpperCase() || []))
      .pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'must be codes of countries like IR,KP'))),
    {
      about:
        'countries (ISO 3166, two letters), with commas between them, from which a person is verified by two operators',
      fallback: 'IR,KP,MM',
    },
  ),
  ...intakeSettings,
  ...tracingSettings,
};
