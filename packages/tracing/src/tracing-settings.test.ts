import { type Given, readSettings } from '@pelican/shared/settings';
import { expect, test } from 'vitest';
import { tracingFaults, tracingOptionsOf, tracingSettings } from './tracing-settings.ts';

const read = (env: Given) => tracingOptionsOf(readSettings(tracingSettings, env));
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://tempo:4318/' };

test('nothing is traced without an endpoint', () => {
  expect(read({})).toBeUndefined();
  expect(read(endpoint)).toMatchObject({ url: 'http://tempo:4318/v1/traces', ratio: 1, headers: {} });
});

test.each([
  ['always_off', 0],
  ['traceidratio', 0.01],
  ['parentbased_traceidratio', 0.01],
  ['parentbased_always_on', 1],
])('the sampler %s traces a share of %d', (OTEL_TRACES_SAMPLER, ratio) => {
  expect(read({ ...endpoint, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0.01' })?.ratio).toBe(ratio);
});

test('headers are read as OpenTelemetry writes them', () => {
  const headers = 'authorization=Basic%20abc=, x-tenant=pelican';
  expect(read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers })?.headers).toEqual({
    authorization: 'Basic abc=',
    'x-tenant': 'pelican',
  });
  expect(() => read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' })).toThrow(
    /^(?!.*hunter2).*must be name=value/s,
  );
  expect(() => read({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(/SAMPLER_ARG must be from 0 to 1/);
});

test.each([
  ['https://traces.example.org', true],
  ['http://tempo:4318', true],
  ['http://127.0.0.1:4318', true],
  ['http://10.0.0.7:4318', true],
  ['http://[::1]:4318', true],
  ['http://traces.example.org', false],
  ['http://172.40.0.1:4318', false],
])('in production traces go to %s: %s', (url, isAllowed) => {
  const given = { NODE_ENV: 'production', OTEL_EXPORTER_OTLP_ENDPOINT: url };
  expect(tracingFaults(given)).toHaveLength(isAllowed ? 0 : 1);
  expect(tracingFaults({ ...given, NODE_ENV: 'development' })).toEqual([]);
});
