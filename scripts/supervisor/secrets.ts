import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SupervisorConfig } from './config.ts';
import { StartError } from './start-error.ts';

/** What each part that signs or encrypts needs; 32 random bytes each. */
const applicationSecrets = [
  'ACCESS_TOKEN_SECRET',
  'API_KEY_ENCRYPTION_KEY',
  'SIGNER_SECRET',
  'SIGNER_PASSPHRASE',
] as const;
/** The passwords of the servers that we start ourselves. */
const serverPasswords = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD'] as const;

type SecretName = (typeof applicationSecrets)[number] | (typeof serverPasswords)[number];
export type Secrets = Record<SecretName, string>;

/**
 * The secrets: from the environment, else from DATA_DIR/secrets.json, which the first start of a demo fills.
 *
 * In production the application's secrets must come from the environment and must not be short or an example.
 */
export function loadSecrets(config: SupervisorConfig, env: NodeJS.ProcessEnv): Secrets {
  if (config.production) checkProductionSecrets(env);
  const file = join(config.dataDir, 'secrets.json');
  const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const generated = config.production ? serverPasswords : [...applicationSecrets, ...serverPasswords];
  const missing = generated.filter((name) => stored[name] === undefined);
  if (missing.length > 0) {
    for (const name of missing) stored[name] = randomBytes(32).toString('hex');
    writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
  }
  const secrets = stored as Secrets;
  for (const name of applicationSecrets) secrets[name] = env[name] || secrets[name];
  return secrets;
}

/** Takes the application's secrets out of a backup, without which its API keys cannot be read. */
export function restoreSecrets(dataDir: string, backupFile: string): void {
  const file = join(dataDir, 'secrets.json');
  const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const backup: Partial<Secrets> = JSON.parse(readFileSync(backupFile, 'utf8'));
  for (const name of applicationSecrets) if (backup[name]) stored[name] = backup[name];
  writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
}

/** The part of the secrets that the application's processes get. */
export function applicationEnvironment(secrets: Secrets): Record<string, string> {
  return Object.fromEntries(applicationSecrets.map((name) => [name, secrets[name]]));
}

function checkProductionSecrets(env: NodeJS.ProcessEnv): void {
  const faults = applicationSecrets.flatMap((name) => {
    const value = env[name];
    if (!value) return [`${name} is not set`];
    if (value.length < 32) return [`${name} has fewer than 32 characters`];
    if (/change|example|secret|default/i.test(value)) return [`${name} is still the example's`];
    return [];
  });
  if (faults.length === 0) return;
  const hint = 'Make each with: openssl rand -hex 32';
  throw new StartError(`With NODE_ENV=production the secrets must be given:\n  ${faults.join('\n  ')}\n${hint}`);
}
