/** The configuration of the API's processes: read once from the environment, checked by one schema. */
import { resolve } from 'node:path';
import type { Shard } from '@pelican/shared/engine/shards.ts';
import { shardsVariable } from '@pelican/shared/engine/shards-variable.ts';
import { z } from 'zod';
import { type IntakeLimits, intakeLimitsOf, intakeVariables } from './intake-settings.ts';
import { isLoopback, unsafeSettings } from './unsafe-settings.ts';

const root = resolve(import.meta.dirname, '../../../../..');

/** Good enough for a laptop; a start in production, or on an address that other machines reach, refuses them. */
const developmentSecrets = {
  ACCESS_TOKEN_SECRET: 'development-only-access-token-secret-0000',
  API_KEY_ENCRYPTION_KEY: '646576656c6f706d656e742d6f6e6c792d6170692d6b65792d6b65792d303030',
};

const flag = (name: string, fallback: '0' | '1') =>
  z
    .enum(['0', '1'], { error: `${name} must be 0 or 1` })
    .default(fallback)
    .transform((value) => value === '1');

const wholeNumber = (name: string, fallback: number, min = 1, max = 1_000_000_000) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int({ error: `${name} must be a whole number` })
    .min(min, { error: `${name} must be at least ${min}` })
    .max(max, { error: `${name} must be at most ${max}` })
    .default(fallback);

const address = (name: string, schemes: string[]) =>
  z
    .string({ error: `${name} is not set` })
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
      error: `${name} must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    });

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])));

const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'NODE_ENV must be development, test or production' })
    .default('development'),
  PORT: wholeNumber('PORT', 3000, 0, 65_535),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(['silent', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
      error: 'LOG_LEVEL must be silent, trace, debug, info, warn, error or fatal',
    })
    .default('info'),
  DATABASE_URL: address('DATABASE_URL', ['postgresql:', 'postgres:']),
  DATABASE_POOL_MAX: wholeNumber('DATABASE_POOL_MAX', 10, 1, 500),
  REDIS_URL: address('REDIS_URL', ['redis:', 'rediss:']),
  SHARDS: shardsVariable,
  DEMO: flag('DEMO', '0'),
  /** Serves /dev/mailbox, which shows every mail to everybody. */
  DEV_MAILBOX: flag('DEV_MAILBOX', '0'),
  /** The site's address: for links in mails and for the Secure attribute of cookies. */
  PUBLIC_URL: address('PUBLIC_URL', ['http:', 'https:']).optional(),
  WEB_DIST: z.string().default('apps/web/dist'),
  ACCESS_TOKEN_SECRET: z
    .string({ error: 'ACCESS_TOKEN_SECRET is not set' })
    .min(32, { error: 'ACCESS_TOKEN_SECRET must have at least 32 characters' }),
  API_KEY_ENCRYPTION_KEY: z
    .string({ error: 'API_KEY_ENCRYPTION_KEY is not set' })
    .refine((text) => keyBytes(text).length === 32, {
      error: 'API_KEY_ENCRYPTION_KEY must be 32 bytes, written in base64 or as 64 hexadecimal digits',
    }),
  ACCESS_TOKEN_SECONDS: wholeNumber('ACCESS_TOKEN_SECONDS', 900, 20, 86_400),
  SESSION_DAYS: wholeNumber('SESSION_DAYS', 30, 1, 365),
  ORDERS_PER_SECOND: wholeNumber('ORDERS_PER_SECOND', 200),
  TRANSFERS_PER_MINUTE: wholeNumber('TRANSFERS_PER_MINUTE', 60),
  REQUESTS_PER_SECOND_PER_IP: wholeNumber('REQUESTS_PER_SECOND_PER_IP', 1_000),
  PUBLIC_ROWS_PER_SECOND_PER_IP: wholeNumber('PUBLIC_ROWS_PER_SECOND_PER_IP', 20_000, 1_000),
  PRIVATE_ROWS_PER_SECOND_PER_USER: wholeNumber('PRIVATE_ROWS_PER_SECOND_PER_USER', 1_000, 50),
  AUTH_REQUESTS_PER_MINUTE_PER_IP: wholeNumber('AUTH_REQUESTS_PER_MINUTE_PER_IP', 120),
  /** Addresses or ranges whose X-Forwarded-For is believed; `none` when clients connect directly. */
  TRUSTED_PROXIES: list.transform((addresses) => addresses.filter((address) => address !== 'none')),
  /** Origins that may call from a browser besides our own; none by default. */
  CORS_ORIGINS: list,
  /** With it GET /metrics answers to other machines too: Authorization: Bearer <token>. */
  METRICS_TOKEN: z.string().min(16, { error: 'METRICS_TOKEN must have at least 16 characters' }).optional(),
  RESTRICTED_COUNTRIES: list.prefault('US'),
  KYC_REQUIRED_TRADE: flag('KYC_REQUIRED_TRADE', '1'),
  KYC_REQUIRED_EXCHANGE: flag('KYC_REQUIRED_EXCHANGE', '1'),
  KYC_REQUIRED_DEPOSIT: flag('KYC_REQUIRED_DEPOSIT', '1'),
  KYC_REQUIRED_WITHDRAW: flag('KYC_REQUIRED_WITHDRAW', '1'),
  ...intakeVariables,
});

export interface Config {
  production: boolean;
  port: number;
  host: string;
  logLevel: string;
  databaseUrl: string;
  databasePoolMax: number;
  redisUrl: string;
  shards: Shard[];
  demo: boolean;
  devMailbox: boolean;
  publicUrl: string;
  webDist: string;
  accessTokenSecret: string;
  /** 32 bytes. */
  apiKeyEncryptionKey: Buffer;
  accessTokenSeconds: number;
  sessionDays: number;
  ordersPerSecond: number;
  transfersPerMinute: number;
  /** Past these no new orders are taken. */
  intake: IntakeLimits;
  requestsPerSecondPerIp: number;
  /** Rows of public queries that an address may ask for, and twenty times as many at once. */
  publicRowsPerSecondPerIp: number;
  /** Rows of their own that users may ask for, and ten times as many at once. */
  privateRowsPerSecondPerUser: number;
  authRequestsPerMinutePerIp: number;
  trustedProxies: string[];
  corsOrigins: string[];
  metricsToken: string | undefined;
  restrictedCountries: string[];
  kycRequired: { trade: boolean; exchange: boolean; deposit: boolean; withdraw: boolean };
}

/** The environment breaks the schema; the message names every wrong value. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment. Variables that are empty count as not set.
 * @throws ConfigError with one line a wrong value; no value is printed, since some are secrets
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const production = given.NODE_ENV === 'production';
  const effective = production ? given : { ...developmentSecrets, ...given };
  const parsed = schema.safeParse(effective);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => issue.message);
  faults.push(...unsafeSettings(given), ...(production || !isLoopback(given) ? defaultSecretFaults(effective) : []));
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`The configuration is wrong:\n  ${[...new Set(faults)].join('\n  ')}`);
  }
  return toConfig(parsed.data);
}

function toConfig(env: z.infer<typeof schema>): Config {
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    logLevel: env.LOG_LEVEL,
    databaseUrl: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    redisUrl: env.REDIS_URL,
    shards: env.SHARDS,
    demo: env.DEMO,
    devMailbox: env.DEV_MAILBOX,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    webDist: resolve(root, env.WEB_DIST),
    accessTokenSecret: env.ACCESS_TOKEN_SECRET,
    apiKeyEncryptionKey: keyBytes(env.API_KEY_ENCRYPTION_KEY),
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    sessionDays: env.SESSION_DAYS,
    ordersPerSecond: env.ORDERS_PER_SECOND,
    transfersPerMinute: env.TRANSFERS_PER_MINUTE,
    intake: intakeLimitsOf(env),
    requestsPerSecondPerIp: env.REQUESTS_PER_SECOND_PER_IP,
    publicRowsPerSecondPerIp: env.PUBLIC_ROWS_PER_SECOND_PER_IP,
    privateRowsPerSecondPerUser: env.PRIVATE_ROWS_PER_SECOND_PER_USER,
    authRequestsPerMinutePerIp: env.AUTH_REQUESTS_PER_MINUTE_PER_IP,
    trustedProxies: env.TRUSTED_PROXIES,
    corsOrigins: env.CORS_ORIGINS,
    metricsToken: env.METRICS_TOKEN,
    restrictedCountries: env.RESTRICTED_COUNTRIES,
    kycRequired: {
      trade: env.KYC_REQUIRED_TRADE,
      exchange: env.KYC_REQUIRED_EXCHANGE,
      deposit: env.KYC_REQUIRED_DEPOSIT,
      withdraw: env.KYC_REQUIRED_WITHDRAW,
    },
  };
}

function defaultSecretFaults(given: Record<string, unknown>): string[] {
  return Object.entries(developmentSecrets).flatMap(([name, value]) => {
    const secret = given[name];
    const isDefault = secret === value || (typeof secret === 'string' && /change|example|secret|default/i.test(secret));
    return isDefault ? [`${name} is a default: make your own with: openssl rand -hex 32`] : [];
  });
}

function keyBytes(text: string): Buffer {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
}
