import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const services = { DATABASE_URL: 'postgresql://localhost/pelican', REDIS_URL: 'redis://localhost' };
const secrets = { ACCESS_TOKEN_SECRET: '0f'.repeat(32), API_KEY_ENCRYPTION_KEY: 'a1'.repeat(32) };

test('a laptop needs nothing but its services', () => {
  expect(readConfig(services)).toMatchObject({ production: false, port: 3000, ordersPerSecond: 200 });
});

test('every wrong value is named, without its content', () => {
  const read = () =>
    readConfig({ ...services, PORT: 'abc', DEMO: 'yes', ACCESS_TOKEN_SECRET: 'hunter2', REDIS_URL: 'x' });
  expect(read).toThrow(/PORT must be a number.*ACCESS_TOKEN_SECRET must have at least 32/s);
  expect(read).toThrow(/DEMO must be 0 or 1/);
  expect(read).toThrow(/REDIS_URL must be an address/);
  expect(read).not.toThrow(/hunter2/);
});

test('production refuses missing and default secrets', () => {
  const production = { ...services, NODE_ENV: 'production' };
  expect(() => readConfig(production)).toThrow(/ACCESS_TOKEN_SECRET is not set.*API_KEY_ENCRYPTION_KEY is not set/s);
  const defaults = { ...secrets, ACCESS_TOKEN_SECRET: 'change-me-change-me-change-me-change-me' };
  expect(() => readConfig({ ...production, ...defaults })).toThrow(/ACCESS_TOKEN_SECRET is a default/);
  expect(readConfig({ ...production, ...secrets })).toMatchObject({ production: true });
});

test('the key for secrets is 32 bytes in base64 or hexadecimal', () => {
  const read = (key: string) => readConfig({ ...services, API_KEY_ENCRYPTION_KEY: key }).apiKeyEncryptionKey;
  const bytes = Buffer.alloc(32, 7);
  expect(read(bytes.toString('hex'))).toEqual(bytes);
  expect(read(bytes.toString('base64'))).toEqual(bytes);
  expect(() => read('c2hvcnQ=')).toThrow(/32 bytes/);
});
