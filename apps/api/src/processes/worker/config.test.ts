import { expect, test } from 'vitest';
import { readWorkerConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://localhost/pelican',
  REDIS_URL: 'redis://localhost',
  SMTP_URL: 'smtps://user:key@mail.example.org',
};

test('production refuses the chain of the demo', () => {
  const SANDBOX_CHAIN_URL = 'http://127.0.0.1:4950';
  expect(() => readWorkerConfig({ ...production, SANDBOX_CHAIN_URL })).toThrow(/makes coins from nothing: refused/);
  expect(readWorkerConfig({ ...production, NODE_ENV: 'development', SANDBOX_CHAIN_URL })).toMatchObject({
    sandboxChainUrl: SANDBOX_CHAIN_URL,
  });
});

test('mails of a production site go to a mail server', () => {
  expect(readWorkerConfig(production).smtpUrl).toBe(production.SMTP_URL);
  expect(() => readWorkerConfig({ ...production, SMTP_URL: '' })).toThrow(/SMTP_URL is not set/);
});

test('links in mails lead to the site, and without its address to the API of this machine', () => {
  expect(readWorkerConfig({ ...production, PUBLIC_URL: 'https://exchange.example.org/' }).publicUrl).toBe(
    'https://exchange.example.org',
  );
  expect(readWorkerConfig({ ...production, PORT: '4700' }).publicUrl).toBe('http://localhost:4700');
});

test.each([
  'smtp://mailpit:1025',
  'smtp://MailHog.internal',
  'smtp://127.0.0.1:1025',
  'smtp://sandbox.smtp.mailtrap.io:2525',
])('production refuses the mail catcher %s unless it is allowed', (SMTP_URL) => {
  expect(() => readWorkerConfig({ ...production, SMTP_URL })).toThrow(/SMTP_URL names a mail catcher/);
  expect(readWorkerConfig({ ...production, SMTP_URL, MAIL_CATCHER: '1' }).smtpUrl).toBe(SMTP_URL);
  expect(readWorkerConfig({ ...production, SMTP_URL, NODE_ENV: 'development' }).smtpUrl).toBe(SMTP_URL);
});
