import { expect, test } from 'vitest';
import { readWorkerConfig } from '../../processes/worker/config.ts';
import { readConfig } from './config.ts';

const services = { DATABASE_URL: 'postgresql://localhost/pelican', REDIS_URL: 'redis://localhost' };
const results = 'results'.repeat(6);
const requests = 'requests'.repeat(6);
const provider = { KYC_PROVIDER_REQUEST_SECRET: requests, KYC_PROVIDER_URL: 'https://provider.test/cases' };
const production = { NODE_ENV: 'production', SMTP_URL: 'smtps://mail.test', PUBLIC_URL: 'https://exchange.test' };

test('the worker hands cases over without the secret of results', () => {
  const { kycProvider } = readWorkerConfig({ ...services, ...provider, KYC_PROVIDER_SECRET: results });
  expect(kycProvider).toEqual({ url: provider.KYC_PROVIDER_URL, secret: requests });
  expect(readWorkerConfig(services).kycProvider).toBeUndefined();
  expect(() => readWorkerConfig({ ...services, KYC_PROVIDER_URL: provider.KYC_PROVIDER_URL })).toThrow(
    /KYC_PROVIDER_URL needs KYC_PROVIDER_REQUEST_SECRET/,
  );
});

test('the API seals cases only for a provider whose results it can verify, by another secret', () => {
  const read = (more: Record<string, string>) => readConfig({ ...services, ...provider, ...more });
  expect(read({ KYC_PROVIDER_SECRET: results })).toMatchObject({
    kycProviderSecret: results,
    kycHandOverSecret: requests,
  });
  expect(() => read({})).toThrow(/KYC_PROVIDER_URL needs KYC_PROVIDER_SECRET/);
  expect(() => read({ KYC_PROVIDER_SECRET: requests })).toThrow(/must differ/);
});

test.each([
  ['HTTP://provider.test/', {}],
  ['http://provider.test/', {}],
  ['HTTP://127.0.0.1:9000/', production],
  ['https://name:word@provider.test/', {}],
  ['https://name@provider.test/', production],
])('personal details are not sent to %s', (url, settings) => {
  const read = () => readWorkerConfig({ ...services, ...provider, ...settings, KYC_PROVIDER_URL: url });
  expect(read).toThrow(/KYC_PROVIDER_URL must/);
  expect(read).not.toThrow(/word@|name@/);
});

test('a provider of this machine needs no certificate outside production', () => {
  const url = 'http://127.0.0.1:9000/';
  expect(readWorkerConfig({ ...services, ...provider, KYC_PROVIDER_URL: url }).kycProvider?.url).toBe(url);
});
