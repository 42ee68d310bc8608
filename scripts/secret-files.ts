/**
 * Secrets from files: NAME_FILE in the environment names the file that holds NAME. The image loads this before each program
 * (NODE_OPTIONS=--import), so no part reads such files itself.
 */
import { readFileSync } from 'node:fs';

const secretNames = [
  'DATABASE_URL',
  'API_DATABASE_URL',
  'SETTLEMENT_DATABASE_URL',
  'TICKER_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'OPERATOR_DATABASE_URL',
  'READER_DATABASE_URL',
  'SIGNER_DATABASE_URL',
  'REDIS_URL',
  'ACCESS_TOKEN_SECRET',
  'API_KEY_ENCRYPTION_KEY',
  'METRICS_TOKEN',
  'KYC_PROVIDER_SECRET',
  'KYC_PROVIDER_REQUEST_SECRET',
  'SIGNER_SECRET',
  'SIGNER_PASSPHRASE',
  'DELIVERY_REPORT_SECRET',
  'SMTP_URL',
  'TEXT_GATEWAY_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Puts the content of each file in the place of its name; an empty file is no secret. @throws Error naming a secret that is given both ways */
export function readSecretFiles(env: NodeJS.ProcessEnv): void {
  for (const name of secretNames) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new Error(`${name} and ${name}_FILE are both set: give one of them`);
    const secret = readFileSync(file, 'utf8').trim();
    if (secret) env[name] = secret;
    delete env[`${name}_FILE`];
  }
}

readSecretFiles(process.env);
