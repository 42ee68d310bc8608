/** Traces of orders through the real API, engine and settlement, as a collector receives them. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestStreamId } from '@pelican/api/src/shards/index.ts';
import { shardKeys } from '@pelican/shared/engine';
import { readSettings } from '@pelican/shared/settings';
import { startTracing, tracingOptionsOf, tracingSettings } from '@pelican/tracing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { startEngine } from '../../support/processes.ts';
import { startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';
import { SocketClient } from '../../support/socket-client.ts';
import type { TestUser } from '../../support/test-api.ts';
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../../support/trace-receiver.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let receiver: TraceReceiver;
let exchange: TradingApi;
let alice: TestUser;
let socket: SocketClient;
let stopTracing: () => Promise<void>;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
  };
  const log = { warn: (details: object) => process.stderr.write(`${JSON.stringify(details)}\n`) };
  const options = tracingOptionsOf(readSettings(tracingSettings, environment));
  stopTracing = await startTracing(options, { service: 'pelican-api', part: 'api', log });
  exchange = await startTradingApi(environment);
  alice = await exchange.trader('alice@traces.test', { USDT: '100000' });
  socket = await SocketClient.open(exchange.socketUrl);
  await socket.call('server.auth', alice.accessToken, 'test');
  await socket.call('order.subscribe', 'LTC_USDT');
}, 240_000);

afterAll(async () => {
  socket?.close();
  await exchange?.close();
  await stopTracing?.();
  receiver?.close();
});

const newTraceId = () => randomBytes(16).toString('hex');

const clickId = 'a1'.repeat(8);
const order = { pair: 'LTC_USDT', direction: 'buy', amount: '1', price: '50' };

function byName(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const [span, ...others] = spans.filter((one) => one.name === name);
  if (!span || others.length > 0) throw new Error(`${1 + others.length} spans are called ${name}`);
  return span;
}

/** One trace from the request to what it caused, in which each span begins within or after the one above it. */
async function expectTrace(traceId: string, request: string): Promise<ReceivedSpan[]> {
  const names = [request, 'journal append', 'engine apply', 'settlement transaction', 'socket push'];
  const spans = await receiver.trace(traceId, names);
  expect(spans).toHaveLength(names.length);
  const [root, append, apply, settled, push] = names.map((name) => byName(spans, name)) as [
    ReceivedSpan,
    ReceivedSpan,
    ReceivedSpan,
    ReceivedSpan,
    ReceivedSpan,
  ];
  expect(root.parentSpanId).toBe(clickId);
  expect(append.parentSpanId).toBe(root.spanId);
  expect(apply.parentSpanId).toBe(append.spanId);
  expect(settled.parentSpanId).toBe(apply.spanId);
  expect(push.parentSpanId).toBe(apply.spanId);
  expect(spans.map(({ failed }) => failed)).not.toContain(true);
  expect([root, append, apply, settled, push].map(({ service }) => service)).toEqual([
    'pelican-api',
    'pelican-api',
    'pelican-engine',
    'pelican-settlement',
    'pelican-api',
  ]);
  expect(apply.attributes['pelican.position']).toBe(append.attributes['pelican.position']);
  expect(append.attributes).toMatchObject({ 'pelican.shard': 'spot', 'pelican.index': 0 });
  for (const span of spans) expect(span.endedAt >= span.startedAt).toBe(true);
  for (const later of [append, apply, settled]) expect(later.startedAt >= root.startedAt).toBe(true);
  return spans;
}

test('an order over HTTP is one trace from the click to settlement and to the push', async () => {
  const traceId = newTraceId();
  const headers = { traceparent: `00-${traceId}-${clickId}-00` };
  expect((await alice.post('/v2/order', order, { headers })).status).toBe(200);
  const spans = await expectTrace(traceId, 'POST /v2/order');
  expect(byName(spans, 'POST /v2/order').attributes).toMatchObject({
    'http.response.status_code': 200,
    'pelican.user': alice.id,
  });
});

test('an order over the socket is one trace as well', async () => {
  const traceId = newTraceId();
  const params = ['LTC_USDT', 2, '1', '51'];
  socket.send({ id: 'traced', method: 'order.put_limit', params, traceparent: `00-${traceId}-${clickId}-01` });
  expect((await socket.answerTo('traced')).error).toBeNull();
  await expectTrace(traceId, 'order.put_limit');
});

test('a traceparent that is none is no fault of the request', async () => {
  const wishes = ['x'.repeat(2_000), `00-${'0'.repeat(32)}-${clickId}-01`, ',=0'];
  for (const traceparent of wishes)
    expect((await alice.post('/v2/order', order, { headers: { traceparent } })).status).toBe(200);
  socket.send({ id: 'odd', method: 'order.put_limit', params: ['LTC_USDT', 2, '1', '51'], traceparent: { a: [1] } });
  expect((await socket.answerTo('odd')).error).toBeNull();
});

test('a refused order is a trace that ends at the engine, without an error of ours', async () => {
  const traceId = newTraceId();
  const refused = { ...order, amount: '1000000' };
  const headers = { traceparent: `00-${traceId}-${clickId}-00` };
  expect((await alice.post('/v2/order', refused, { headers })).status).toBe(422);
  const spans = await receiver.trace(traceId, ['POST /v2/order', 'engine apply', 'settlement transaction']);
  expect(byName(spans, 'POST /v2/order')).toMatchObject({ failed: false });
  expect(spans.map(({ name }) => name)).not.toContain('socket push');
});

test('traces lie beside the entries: without them an engine publishes the same events, byte for byte', async () => {
  const { redis } = exchange.parts;
  const { commands, events } = shardKeys(spotShard);
  const entries = await redis.xrangeBuffer(commands, '-', '+');
  const traced = entries.filter(([, fields]) => fields.length > 2);
  expect(traced.length).toBeGreaterThan(2);
  const other = await startRedis();
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-traces-'));
  const bare = new Redis(other.url);
  for (const [id, [field, bytes]] of entries) await bare.xadd(commands, id, field as Buffer, bytes as Buffer);
  const engine = startEngine({ redisUrl: other.url, dataDir });
  try {
    const newest = String(entries.at(-1)?.[0]);
    await until('the other engine has published', async () => (await newestStreamId(bare, events)) === newest, 60_000);
    const bytesOf = (published: [Buffer, Buffer[]][]) =>
      published.map(([id, [, bytes]]) => `${id} ${bytes?.toString('hex')}`);
    const published = await redis.xrangeBuffer(events, '-', newest);
    // The exchange trims what is booked.
    const oldest = String(published[0]?.[0]);
    expect(bytesOf(await bare.xrangeBuffer(events, oldest, newest))).toEqual(bytesOf(published));
  } finally {
    await engine.kill();
    bare.disconnect();
    await other.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
