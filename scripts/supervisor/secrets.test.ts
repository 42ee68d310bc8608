import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { loadSecrets } from './secrets.ts';

const good = 'a3f1'.repeat(16);

function dataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pelican-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the demo makes its secrets once, readable by their owner alone', () => {
  const config = readConfig({ DATA_DIR: dataDir() });
  const first = loadSecrets(config, {});
  const file = join(config.dataDir, 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(loadSecrets(config, {})).toEqual(first);
  expect(first.ACCESS_TOKEN_SECRET).toHaveLength(64);
});

test('what the environment gives wins and is not written down', () => {
  const config = readConfig({ DATA_DIR: dataDir() });
  expect(loadSecrets(config, { ACCESS_TOKEN_SECRET: good }).ACCESS_TOKEN_SECRET).toBe(good);
  expect(readFileSync(join(config.dataDir, 'secrets.json'), 'utf8')).not.toContain(good);
});

test.each([
  [{}, 'ACCESS_TOKEN_SECRET is not set'],
  [{ ACCESS_TOKEN_SECRET: 'short', API_KEY_ENCRYPTION_KEY: good }, 'fewer than 32 characters'],
  [{ ACCESS_TOKEN_SECRET: good, API_KEY_ENCRYPTION_KEY: 'change-me-'.repeat(6) }, "still the example's"],
])('production refuses to start with %j', (env, message) => {
  const config = readConfig({ DATA_DIR: dataDir(), NODE_ENV: 'production' });
  expect(() => loadSecrets(config, env)).toThrow(message);
});
