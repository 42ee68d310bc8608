import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const services = { DATABASE_URL: 'postgresql://localhost/pelican', REDIS_URL: 'redis://localhost' };
const site = { PUBLIC_URL: 'https://exchange.test', TRUSTED_PROXIES: 'none' };
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

test('a telephone is demanded of a sign-up but in a demo, unless the setting says otherwise', () => {
  expect(readConfig(services).isSignUpPhoneRequired).toBe(true);
  expect(readConfig({ ...services, DEMO: '1' }).isSignUpPhoneRequired).toBe(false);
  expect(readConfig({ ...services, DEMO: '1', SIGN_UP_PHONE: '1' }).isSignUpPhoneRequired).toBe(true);
  expect(readConfig({ ...services, SIGN_UP_PHONE: '0' }).isSignUpPhoneRequired).toBe(false);
});

test('production refuses missing and default secrets', () => {
  const production = { ...services, NODE_ENV: 'production' };
  expect(() => readConfig(production)).toThrow(/ACCESS_TOKEN_SECRET is not set.*API_KEY_ENCRYPTION_KEY is not set/s);
  const defaults = { ...secrets, ACCESS_TOKEN_SECRET: 'change-me-change-me-change-me-change-me' };
  expect(() => readConfig({ ...production, ...defaults })).toThrow(/ACCESS_TOKEN_SECRET is a default/);
  expect(readConfig({ ...production, ...secrets, ...site })).toMatchObject({ production: true, trustedProxies: [] });
});

test('production refuses a site without https, without a decision on proxies, with a demo or an open mailbox', () => {
  const production = { ...services, ...secrets, NODE_ENV: 'production' };
  expect(() => readConfig(production)).toThrow(/PUBLIC_URL is not set.*TRUSTED_PROXIES is not set/s);
  const refused = (changed: Record<string, string>) => expect(() => readConfig({ ...production, ...site, ...changed }));
  refused({ PUBLIC_URL: 'http://exchange.test' }).toThrow(/PUBLIC_URL must begin with https/);
  refused({ TRUSTED_PROXIES: '' }).toThrow(/TRUSTED_PROXIES is not set/);
  refused({ DEMO: '1' }).toThrow(/DEMO=1 makes users with known passwords: refused/);
  refused({ DEV_MAILBOX: '1' }).toThrow(/DEV_MAILBOX=1 shows all mails: refused/);
});

test('a hosted widget of support is named whole: a script by https, and origins without wildcards', () => {
  const script = 'https://cdn.desk.test/widget.js?site=7';
  expect(readConfig(services).supportWidget).toBeNull();
  const SUPPORT_WIDGET_ORIGINS =
    'connect=https://api.desk.test, connect=wss://live.desk.test:8443,img=https://pics.desk.test';
  expect(readConfig({ ...services, SUPPORT_WIDGET_URL: script, SUPPORT_WIDGET_ORIGINS }).supportWidget).toEqual({
    script,
    origins: [
      ['connect', 'https://api.desk.test'],
      ['connect', 'wss://live.desk.test:8443'],
      ['img', 'https://pics.desk.test'],
    ],
  });
  expect(() => readConfig({ ...services, SUPPORT_WIDGET_ORIGINS })).toThrow(/SUPPORT_WIDGET_ORIGINS needs/);
  for (const url of [
    'http://cdn.desk.test/w.js',
    'https://cdn.desk.test/w;script-src',
    'https://a@b.test/w.js',
    '//b.test/w',
  ])
    expect(() => readConfig({ ...services, SUPPORT_WIDGET_URL: url }), url).toThrow(/SUPPORT_WIDGET_URL must be/);
  for (const origin of [
    'connect=https://*.desk.test',
    'connect=https:',
    'script=wss://live.desk.test',
    "script='unsafe-inline'",
    'img=https://pics.desk.test/path',
    'object=https://desk.test',
    'connect=https://a.test https://b.test',
  ])
    expect(
      () => readConfig({ ...services, SUPPORT_WIDGET_URL: script, SUPPORT_WIDGET_ORIGINS: origin }),
      origin,
    ).toThrow(/SUPPORT_WIDGET_ORIGINS must be/);
});

test('the mailbox is served only when it is asked for', () => {
  expect(readConfig(services).devMailbox).toBe(false);
  expect(readConfig({ ...services, DEV_MAILBOX: '1' }).devMailbox).toBe(true);
});

test('known passwords and open mails are not served to other machines', () => {
  const open = { ...services, ...secrets, HOST: '0.0.0.0' };
  expect(readConfig(open)).toMatchObject({ host: '0.0.0.0', demo: false });
  expect(() => readConfig({ ...open, DEMO: '1' })).toThrow(/HOST must be a loopback address, or DEMO 0/);
  expect(() => readConfig({ ...open, DEV_MAILBOX: '1' })).toThrow(/HOST must be a loopback address, or DEV_MAILBOX 0/);
});

test('the secrets of development are not used where other machines connect', () => {
  const open = { ...services, HOST: '0.0.0.0' };
  expect(() => readConfig(open)).toThrow(/ACCESS_TOKEN_SECRET is a default.*API_KEY_ENCRYPTION_KEY is a default/s);
  expect(() => readConfig({ ...open, ACCESS_TOKEN_SECRET: secrets.ACCESS_TOKEN_SECRET })).toThrow(
    /API_KEY_ENCRYPTION_KEY is a default/,
  );
  expect(readConfig({ ...open, ...secrets })).toMatchObject({ host: '0.0.0.0' });
});

test('the proxies that are trusted may be none', () => {
  expect(readConfig({ ...services, TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
  expect(readConfig({ ...services, TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16' }).trustedProxies).toHaveLength(2);
});

test('a key for secrets is 32 bytes in base64 or hexadecimal', () => {
  const read = (key: string) => readConfig({ ...services, API_KEY_ENCRYPTION_KEY: key }).apiKeyEncryptionKeys;
  const bytes = Buffer.alloc(32, 7);
  expect(read(bytes.toString('hex'))).toEqual([bytes]);
  expect(read(bytes.toString('base64'))).toEqual([bytes]);
  const older = Buffer.alloc(32, 8);
  expect(read(`${bytes.toString('hex')}, ${older.toString('base64')}`)).toEqual([bytes, older]);
  expect(() => read('c2hvcnQ=')).toThrow(/32 bytes/);
});
