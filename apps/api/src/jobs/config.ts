/** What the worker needs from the environment. */
import type { Shard } from '@pelican/shared/engine/shards.ts';
import { shardsVariable } from '@pelican/shared/engine/shards-variable.ts';
import { z } from 'zod';
import { ConfigError, mailServerFaults } from '../platform/config/index.ts';
import { type MetricsAddress, metricsAddressOf, metricsVariables } from '../platform/metrics/index.ts';

const schema = z.object({
  DATABASE_URL: z.string({ error: 'DATABASE_URL is not set' }),
  REDIS_URL: z.string({ error: 'REDIS_URL is not set' }),
  SHARDS: shardsVariable,
  LOG_LEVEL: z.string().default('info'),
  ...metricsVariables,
  SMTP_URL: z
    .string()
    .refine((value) => /^smtps?:\/\//.test(value), { error: 'SMTP_URL must begin with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z.string().default('Pelican <no-reply@pelican.local>'),
  TEXT_GATEWAY_URL: z
    .string()
    .refine((value) => /^https?:\/\//.test(value), { error: 'TEXT_GATEWAY_URL must begin with https:// or http://' })
    .optional(),
  PUBLIC_URL: z.string().optional(),
  /** Of the API on this machine: without PUBLIC_URL its address is in the mails. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
});

export interface WorkerConfig {
  databaseUrl: string;
  redisUrl: string;
  shards: Shard[];
  logLevel: string;
  metrics: MetricsAddress;
  /** Undefined outside production: mails are only marked as sent, and read at /dev/mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Takes text messages; undefined: they are only marked as sent. */
  textGatewayUrl: string | undefined;
  /** Where users reach the site, for links in mails; without a slash at the end. */
  publicUrl: string;
}

/** @throws ConfigError with one line a wrong value */
export function readWorkerConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const lines = [...(parsed.error?.issues.map((issue) => issue.message) ?? []), ...mailServerFaults(given)];
  if (!parsed.success || lines.length > 0) {
    throw new ConfigError(`The configuration is wrong:\n  ${lines.join('\n  ')}`);
  }
  const { DATABASE_URL, REDIS_URL, SHARDS, LOG_LEVEL, SMTP_URL, MAIL_FROM, TEXT_GATEWAY_URL, PUBLIC_URL, PORT } =
    parsed.data;
  return {
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    shards: SHARDS,
    logLevel: LOG_LEVEL,
    metrics: metricsAddressOf(parsed.data, 'worker'),
    smtpUrl: SMTP_URL,
    mailFrom: MAIL_FROM,
    textGatewayUrl: TEXT_GATEWAY_URL,
    publicUrl: (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, ''),
  };
}
