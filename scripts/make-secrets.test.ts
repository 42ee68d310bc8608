/** What deploy/make-secrets.sh makes of what is there. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

function deployment() {
  const folder = mkdtempSync(join(tmpdir(), 'pelican-make-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync('deploy', join(folder, 'deploy'), { recursive: true });
  const secretOf = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8');
  return {
    secretOf,
    settings: (text: string) => writeFileSync(join(folder, '.env'), text),
    make: () => execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')], { encoding: 'utf8' }),
  };
}

test('secrets of providers that .env has from an earlier release are taken over, also after a run that has made them empty', () => {
  const { secretOf, settings, make } = deployment();
  make();
  expect(secretOf('kyc-provider-secret')).toBe('');
  settings(
    `KYC_PROVIDER_SECRET=a/b&c=d\nKYC_PROVIDER_REQUEST_SECRET="in quotes"\n#DELIVERY_REPORT_SECRET=old\nDELIVERY_REPORT_SECRET='new'\r\n`,
  );
  const said = make();
  expect(said).toContain('secrets/kyc-provider-secret is taken from .env');
  expect(said).not.toContain('a/b');
  expect(secretOf('kyc-provider-secret')).toBe('a/b&c=d');
  expect(secretOf('kyc-provider-request-secret')).toBe('in quotes');
  expect(secretOf('delivery-report-secret')).toBe('new');
});

test.each([
  'abc # of Acme',
  '"p$$w"   # c',
  '"in \\"quotes\\""',
  '$OTHER',
  'a"b',
  '"of two lines',
  "'single' # comment",
])('a value that Compose reads in another way than it stands is refused: %s', (value) => {
  const { secretOf, settings, make } = deployment();
  settings(`KYC_PROVIDER_SECRET=${value}\n`);
  expect(make).toThrow(/KYC_PROVIDER_SECRET in \.env has a comment/);
  settings('KYC_PROVIDER_SECRET=abc#1\n');
  make();
  expect(secretOf('kyc-provider-secret')).toBe('abc#1');
  // Who has written the value into its file is asked nothing more.
  settings(`KYC_PROVIDER_SECRET=${value}\n`);
  make();
});

test('what is there stays', () => {
  const { secretOf, settings, make } = deployment();
  settings('KYC_PROVIDER_SECRET=first\n');
  make();
  const before = secretOf('access-token-secret');
  settings('KYC_PROVIDER_SECRET=second\nDELIVERY_REPORT_SECRET=\n');
  expect(make()).toBe('');
  expect(secretOf('kyc-provider-secret')).toBe('first');
  expect(secretOf('delivery-report-secret')).toBe('');
  expect(secretOf('access-token-secret')).toBe(before);
});
