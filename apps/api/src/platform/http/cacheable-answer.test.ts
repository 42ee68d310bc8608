import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendCacheable } from './cacheable-answer.ts';

let text = 'one';
const app = Fastify();
app.get('/', { onSend: sendCacheable(5) }, (_request, reply) => {
  if (text === '') return reply.code(404).header('cache-control', 'no-store').send({ code: 'not_found' });
  return { text };
});

const get = (known?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: '/', headers: known === undefined ? {} : { 'if-none-match': known } });

test('who has the answer gets none again, until it is another one', async () => {
  text = 'one';
  const { headers, body } = await get();
  expect(headers['cache-control']).toBe('public, max-age=5');
  expect(body).toBe('{"text":"one"}');
  const etag = String(headers.etag);
  // As browsers send it, as proxies make it, among others, and whatever it is.
  for (const known of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
    const same = await get(known);
    expect([same.statusCode, same.body, same.headers.etag, same.headers['cache-control']], known).toEqual([
      304,
      '',
      etag,
      'public, max-age=5',
    ]);
    expect(same.headers['content-type']).toBeUndefined();
    // Of an empty body it would be another one than that of the 200.
    expect(same.headers['content-length']).toBeUndefined();
  }
  const head = await get(etag, 'HEAD');
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([304, '', headers['content-length']]);
  expect((await get('"other"')).statusCode).toBe(200);
  text = 'two';
  const next = await get(etag);
  expect([next.statusCode, next.body]).toEqual([200, '{"text":"two"}']);
});

test('a refusal is not cacheable', async () => {
  text = '';
  const { statusCode, headers } = await get('*');
  expect([statusCode, headers['cache-control'], headers.etag]).toEqual([404, 'no-store', undefined]);
});
