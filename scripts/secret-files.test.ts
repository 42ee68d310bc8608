import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSecretFiles } from './secret-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pelican-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a secret is the content of its file, without the line end, and the name of the file is gone', () => {
  const file = join(folder, 'redis-url');
  writeFileSync(file, 'redis://engine:abc@redis:6379/0\n');
  const env: NodeJS.ProcessEnv = { REDIS_URL_FILE: file, SSL_CERT_FILE: '/etc/ssl/cert.pem', PART: 'engine-spot' };
  readSecretFiles(env);
  expect(env).toEqual({
    REDIS_URL: 'redis://engine:abc@redis:6379/0',
    SSL_CERT_FILE: '/etc/ssl/cert.pem',
    PART: 'engine-spot',
  });
});

test('the credentials of the trace collector are a secret as well', () => {
  const file = join(folder, 'headers');
  writeFileSync(file, 'authorization=Basic%20abc=\n');
  const env: NodeJS.ProcessEnv = { OTEL_EXPORTER_OTLP_HEADERS_FILE: file };
  readSecretFiles(env);
  expect(env).toEqual({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc=' });
});

test('an empty file is no secret', () => {
  const file = join(folder, 'none');
  writeFileSync(file, '\n');
  const env: NodeJS.ProcessEnv = { OTEL_EXPORTER_OTLP_HEADERS_FILE: file };
  readSecretFiles(env);
  expect(env).toEqual({});
});

test('a secret that is given twice is refused without its content', () => {
  const env = { REDIS_URL: 'redis://:hunter2@redis', REDIS_URL_FILE: join(folder, 'redis-url') };
  expect(() => readSecretFiles(env)).toThrow('REDIS_URL and REDIS_URL_FILE are both set');
  expect(() => readSecretFiles(env)).not.toThrow('hunter2');
});

test('a file that is missing is named', () => {
  expect(() => readSecretFiles({ SMTP_URL_FILE: join(folder, 'absent') })).toThrow(/absent/);
});

test('each file that a container of ours gets is read', () => {
  const compose = readFileSync('docker-compose.yml', 'utf8');
  // The images of Postgres and Grafana read theirs.
  const names = [...compose.matchAll(/^ +((?!POSTGRES_|GF_)\w+)_FILE: \/run\/secrets\//gm)].map(
    ([, name]) => name as string,
  );
  expect(names.length).toBeGreaterThan(20);
  const file = join(folder, 'any');
  writeFileSync(file, 'any');
  const env: NodeJS.ProcessEnv = Object.fromEntries(names.map((name) => [`${name}_FILE`, file]));
  readSecretFiles(env);
  expect(Object.keys(env).filter((name) => name.endsWith('_FILE'))).toEqual([]);
});

const compose = readFileSync(join(import.meta.dirname, '../docker-compose.yml'), 'utf8');
const served = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'));
const blocksIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '', body = '']) => [name, body] as const);
const services = new Map(blocksIn(served, /^ {2}([a-z0-9-]+):.*\n((?: {4}.*\n|\n| {2}#.*\n)*)/gm));
/** What services are made of. */
const anchors = new Map(blocksIn(compose, /^x-([a-z-]+):.*\n((?: .*\n)*)/gm));

/** The secrets that a service is given, by itself or by what it is made of. */
function secretsIn(body = ''): string[] {
  const [, line, list] = /^ +secrets:(?: \[(.*)\]|\n((?: +- .*\n)+))/m.exec(body) ?? [];
  if (line !== undefined) return line.split(', ');
  if (list !== undefined) return list.split('\n').flatMap((one) => one.trim().replace('- ', '') || []);
  const [, shared] = /^ +<<: \*([a-z-]+)$/m.exec(body) ?? [];
  return shared === undefined ? [] : secretsIn(anchors.get(shared));
}

const holdersOf = (secret: string) =>
  [...services.keys()].filter((name) => secretsIn(services.get(name)).includes(secret)).toSorted();

test.each([
  ['signer-passphrase', ['signer']],
  ['database-url-signer', ['migrate', 'signer']],
  ['signer-secret', ['signer', 'worker']],
  ['smtp-url', ['worker']],
  ['database-url-worker', ['migrate', 'worker']],
  ['database-url-owner', ['migrate', 'owner-ops']],
  ['database-url-operator', ['console', 'migrate', 'ops']],
  ['access-token-secret', ['api', 'api-2', 'console']],
  ['kyc-provider-secret', ['api', 'api-2']],
  ['kyc-provider-request-secret', ['api', 'api-2', 'worker']],
  ['delivery-report-secret', ['api', 'api-2']],
  ['api-key-encryption-key', ['api', 'api-2', 'console', 'ops', 'owner-ops']],
])('in containers %s is given to %j alone', (secret, holders) => {
  expect(holdersOf(secret)).toEqual(holders);
});

test('no secret of a provider is plain environment of a container', () => {
  expect(compose.match(/^ +(KYC_PROVIDER_SECRET|KYC_PROVIDER_REQUEST_SECRET|DELIVERY_REPORT_SECRET):/gm)).toBeNull();
});

test('an engine holds its way to Redis, and nothing of Postgres or of users', () => {
  const engines = [...services.keys()].filter((name) => name.startsWith('engine-'));
  expect(engines.length).toBeGreaterThan(3);
  for (const name of engines) expect(secretsIn(services.get(name))).toEqual(['redis-url-engine', 'trace-headers']);
});
