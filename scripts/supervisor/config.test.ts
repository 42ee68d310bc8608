import { expect, test } from 'vitest';
import { demandSafeSettings, readConfig } from './config.ts';

test('an empty environment is the demo on port 3000', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, demo: true, demoMaker: true, engineStandby: false });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', REDIS_URL: '' })).toMatchObject({ port: 3000, redisUrl: undefined });
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number (it is "abc")'],
  [{ PORT: '70000' }, 'PORT must be at most 65535 (it is "70000")'],
  [{ PORT: '1.5' }, 'PORT must be a whole number (it is "1.5")'],
  [{ DEMO: 'yes' }, 'DEMO must be 0 or 1 (it is "yes")'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, test or production (it is "prod")'],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must be an address that begins with redis:// or rediss://'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be silent, trace, debug'],
  [{ PORT: '0' }, 'PORT must be from 1 to 65535'],
])('%j is refused with a clear message', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

test('an address with a password is not printed', () => {
  expect(() => readConfig({ REDIS_URL: 'http://user:hunter2@host' })).not.toThrow(/hunter2/);
});

test('every wrong value is named at once', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: '2' })).toThrow(/PORT must be[\s\S]*DEMO must be/);
});

test('production seeds no demo, and refuses to be asked for one', () => {
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false);
  expect(() => readConfig({ NODE_ENV: 'production', DEMO: '1' })).toThrow('known password');
});

test('a production start names every part that would refuse to run before it starts any', () => {
  const demand = (env: NodeJS.ProcessEnv) => demandSafeSettings(readConfig(env), env);
  const site = { PUBLIC_URL: 'https://exchange.test', TRUSTED_PROXIES: 'none', SMTP_URL: 'smtp://mail.test' };
  expect(() => demand({ NODE_ENV: 'production' })).toThrow(
    /PUBLIC_URL is not set[\s\S]*TRUSTED_PROXIES is not set[\s\S]*SMTP_URL is not set/,
  );
  expect(() => demand({ NODE_ENV: 'production', ...site })).not.toThrow();
});

test('a demo stays on its machine', () => {
  const demand = (env: NodeJS.ProcessEnv) => demandSafeSettings(readConfig(env), env);
  expect(() => demand({})).not.toThrow();
  expect(() => demand({ HOST: '0.0.0.0' })).toThrow(/DEMO 0[\s\S]*DEV_MAILBOX 0/);
  expect(() => demand({ HOST: '0.0.0.0', DEMO: '0', DEV_MAILBOX: '0' })).not.toThrow();
});
