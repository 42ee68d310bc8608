import { resolve } from 'node:path';
import { z } from 'zod';
import { mailServerFaults } from '../../apps/api/src/platform/config/index.ts';
import { unsafeSettings } from '../../apps/api/src/platform/config/unsafe-settings.ts';
import { shardsVariable } from '../../packages/shared/src/engine/shards-variable.ts';
import { root } from './folders.ts';

const flag = (name: string, fallback: '0' | '1') =>
  z
    .enum(['0', '1'], { error: `${name} must be 0 or 1` })
    .default(fallback)
    .transform((value) => value === '1');

const address = (name: string, schemes: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
      error: `${name} must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    })
    .optional();

const schema = z
  .object({
    PORT: z.coerce
      .number({ error: 'PORT must be a number' })
      .int({ error: 'PORT must be a whole number' })
      .min(1, { error: 'PORT must be from 1 to 65535' })
      .max(65_535, { error: 'PORT must be from 1 to 65535' })
      .default(3000),
    HOST: z
      .string()
      .min(1, { error: 'HOST must be an address to listen on, for example 127.0.0.1' })
      .default('127.0.0.1'),
    DATA_DIR: z.string().min(1, { error: 'DATA_DIR must name a folder' }).default('.data'),
    NODE_ENV: z
      .enum(['development', 'test', 'production'], { error: 'NODE_ENV must be development, test or production' })
      .default('development'),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
        error: 'LOG_LEVEL must be trace, debug, info, warn, error or fatal',
      })
      .default('info'),
    DEMO: z.enum(['0', '1'], { error: 'DEMO must be 0 or 1' }).optional(),
    DEMO_MAKER: flag('DEMO_MAKER', '1'),
    DEV_MAILBOX: z.enum(['0', '1'], { error: 'DEV_MAILBOX must be 0 or 1' }).optional(),
    SHARDS: shardsVariable,
    ENGINE_STANDBY: flag('ENGINE_STANDBY', '0'),
    SMTP_URL: address('SMTP_URL', ['smtp:', 'smtps:']),
    DATABASE_URL: address('DATABASE_URL', ['postgresql:', 'postgres:']),
    REDIS_URL: address('REDIS_URL', ['redis:', 'rediss:']),
    REDIS_MAXMEMORY_MB: z.coerce
      .number({ error: 'REDIS_MAXMEMORY_MB must be a number' })
      .int({ error: 'REDIS_MAXMEMORY_MB must be a whole number' })
      .min(64, { error: 'REDIS_MAXMEMORY_MB must be at least 64' })
      .optional(),
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(root, env.DATA_DIR),
    nodeEnv: env.NODE_ENV,
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    demo: env.DEMO === undefined ? env.NODE_ENV !== 'production' : env.DEMO === '1',
    demoMaker: env.DEMO_MAKER,
    /** Without a mail server of its own a development start shows its mails at /dev/mailbox. */
    devMailbox: (env.DEV_MAILBOX ?? (env.NODE_ENV === 'production' || env.SMTP_URL !== undefined ? '0' : '1')) === '1',
    shards: env.SHARDS,
    engineStandby: env.ENGINE_STANDBY,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    redisMemoryMaxMb: env.REDIS_MAXMEMORY_MB,
  }))
  .refine((config) => !(config.production && config.demo), {
    error: 'DEMO=1 makes users with a known password, so it is refused with NODE_ENV=production',
  });

/** Settings of `npm start` from the environment; docs/operations.md explains each. */
export type SupervisorConfig = z.infer<typeof schema>;

/** A wrong setting or a missing thing that a person can put right; printed without a stack. */
export class StartError extends Error {}

/** Reads the environment; throws a StartError that names every wrong value. Empty variables count as not set. */
export function readConfig(env: NodeJS.ProcessEnv): SupervisorConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '');
    return name === '' ? issue.message : `${issue.message} (it is ${JSON.stringify(env[name])})`;
  });
  throw new StartError(`The configuration is wrong:\n  ${lines.join('\n  ')}`);
}

/** @throws StartError naming every setting with which the parts would refuse to start, or would be unsafe */
export function demandSafeSettings(config: SupervisorConfig, env: NodeJS.ProcessEnv): void {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const effective = {
    ...given,
    HOST: config.host,
    DEMO: config.demo ? '1' : '0',
    DEV_MAILBOX: config.devMailbox ? '1' : '0',
  };
  const faults = [...unsafeSettings(effective), ...mailServerFaults(effective)];
  if (faults.length > 0) throw new StartError(`These settings are refused:\n  ${faults.join('\n  ')}`);
}
