import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let alice: TestUser;
let webDist: string;
beforeAll(async () => {
  // A folder with files, so that they are served.
  webDist = await mkdtemp(path.join(tmpdir(), 'pelican-dist-'));
  await writeFile(path.join(webDist, 'index.html'), '<!doctype html>');
  api = await startTestApi({ WEB_DIST: webDist });
  alice = await api.signUp('alice@test.local');
});
afterAll(async () => {
  await api.close();
  await rm(webDist, { recursive: true });
});

/** Sends bytes as they are, which clients that know HTTP would not. @returns the start of the answer */
async function sendRaw(bytes: string): Promise<{ address: string; answer: string }> {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => api.app.listeningOrigin);
  const { port } = new URL(address);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.once('data', (data) => resolve(String(data)));
    socket.once('error', reject);
  });
  return { address, answer };
}

const shape = (code: string, status: number) => ({
  status,
  body: { code, errors: { message: [expect.any(String)] } },
});

const shapeWithFields = { status: 422, body: { code: 'invalid_argument' } };

test('TRACE, which would give a page the credentials of its own call, is served by nothing', async () => {
  for (const path of ['/', '/v2/market-list', '/v2/order']) {
    const { answer } = await sendRaw(`TRACE ${path} HTTP/1.1\r\nHost: x\r\nCookie: refresh=s3cret\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|04|05)/);
    expect(answer).not.toContain('s3cret');
  }
});

describe('bodies', () => {
  test('malformed JSON', async () => {
    for (const body of ['{', '{"a":1,}', 'null x', '{"__proto__":{"a":1}}']) {
      expect(await alice.post('/v2/favorites', body)).toMatchObject(shape('malformed_json', 400));
    }
  });

  test('a body of 10 MB', async () => {
    const body = JSON.stringify({ pair: 'x'.repeat(10 * 1024 * 1024) });
    expect(await alice.post('/v2/order', body)).toMatchObject(shape('body_too_large', 413));
  });

  test('a body longer than the route needs', async () => {
    const email = 'x'.repeat(5_000);
    expect(await api.call('POST', '/v2/login', { body: { email, password: 'x' } })).toMatchObject(
      shape('body_too_large', 413),
    );
    expect(await alice.post('/v2/favorites', { pair: 'x'.repeat(17_000) })).toMatchObject(shape('body_too_large', 413));
  });

  test('a body that is no JSON by its type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await api.call('POST', '/v2/login', { body: 'email=a', headers })).toMatchObject(
      shape('unsupported_media_type', 415),
    );
  });

  test('a parameter that is given twice, or given in another place', async () => {
    for (const query of ['limit=1&limit=2', 'limit=1&limit=1'])
      expect(await alice.get(`/v2/settings/session?${query}`), query).toMatchObject(shapeWithFields);
    // A body's fields are not read from the query.
    const query = '?email=alice@test.local&password=x';
    expect(await api.call('POST', `/v2/login${query}`, { body: {} })).toMatchObject(shapeWithFields);
  });

  test('no body where one is needed', async () => {
    expect(await api.call('POST', '/v2/login')).toMatchObject(shape('invalid_argument', 422));
    expect(await api.call('POST', '/v2/login', { body: '[]' })).toMatchObject(shape('invalid_argument', 422));
    expect(await api.call('POST', '/v2/login', { body: 'null' })).toMatchObject(shape('invalid_argument', 422));
  });
});

describe('orders that are no orders', () => {
  const good = { pair: 'LTC_USDT', direction: 'buy', price: '100', amount: '1' };
  const cases: [name: string, body: string, field: string][] = [
    ['negative', JSON.stringify({ ...good, amount: '-1' }), 'amount'],
    ['zero', JSON.stringify({ ...good, amount: '0.000' }), 'amount'],
    ['NaN', JSON.stringify({ ...good, price: 'NaN' }), 'price'],
    ['an exponent', JSON.stringify({ ...good, price: '1e3' }), 'price'],
    ['1e400 as a number', JSON.stringify(good).replace('"100"', '1e400'), 'price'],
    ['1e400 as text', JSON.stringify({ ...good, price: '1e400' }), 'price'],
    ['40 digits', JSON.stringify({ ...good, amount: '1'.repeat(40) }), 'amount'],
    ['a script', JSON.stringify({ ...good, pair: '<script>alert(1)</script>' }), 'pair'],
    ['an object', JSON.stringify({ ...good, amount: { $gt: 0 } }), 'amount'],
    ['an unknown direction', JSON.stringify({ ...good, direction: 'hold' }), 'direction'],
    ['a client id with spaces', JSON.stringify({ ...good, client_id: 'a b' }), 'client_id'],
    ['spaces around it', JSON.stringify({ ...good, amount: ' 1 ' }), 'amount'],
    ['nothing', JSON.stringify({ pair: 'LTC_USDT', direction: 'buy', price: '1' }), 'amount'],
  ];
  test.each(cases)('%s is refused by its field', async (_name, body, field) => {
    const answer = await alice.post<{ errors: Record<string, string[]> }>('/v2/order', body);
    expect(answer).toMatchObject(shape('invalid_argument', 422));
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect(JSON.stringify(answer.body)).not.toContain('<script>');
  });

  test('an unknown pair, a wrong step and a number out of range have codes of their own', async () => {
    expect(await alice.post('/v2/order', { ...good, pair: 'NOPE_USDT' })).toMatchObject(shape('unknown_pair', 422));
    expect(await alice.post('/v2/order', { ...good, price: '100.001' })).toMatchObject(shape('wrong_step', 422));
    expect(await alice.post('/v2/order', { ...good, amount: '0.00001' })).toMatchObject(shape('wrong_step', 422));
    expect(await alice.post('/v2/order', { ...good, amount: '99999999999999999999' })).toMatchObject(
      shape('out_of_range', 422),
    );
    expect(await alice.delete('/v2/order/deleteallbycoin/NOPE')).toMatchObject(shape('unknown_asset', 422));
    expect(await alice.get('/v2/history/NOPE_USDT')).toMatchObject(shape('unknown_pair', 422));
  });

  test('KYC is needed to trade, and counts from the moment of its approval', async () => {
    const newcomer = await api.signUp('newcomer@test.local', { kycApproved: false });
    expect(await newcomer.post('/v2/order', good)).toMatchObject(shape('kyc_required', 403));
    const swap = { pair: 'LTC_USDT', direction: 'buy', amount: '10', purpose: 'exchange' };
    expect(await newcomer.post('/v2/order/put_market', swap)).toMatchObject({
      status: 403,
      body: { code: 'kyc_required', errors: { message: ["You can't Perform Exchange until KYC is Approved"] } },
    });
    await api.parts.pool.query(`UPDATE users SET kyc_status = 'approved' WHERE id = $1`, [newcomer.id]);
    expect(await newcomer.post('/v2/order', { ...good, pair: 'NOPE_USDT' })).toMatchObject(shape('unknown_pair', 422));
  });

  test('an order id that is no number does not exist', async () => {
    for (const id of ['abc', '1.5', '-1', '9007199254740993', '1e400', '6196.0', '0x1834', '%206196']) {
      const { status } = await alice.delete(`/v2/order/${id}`);
      expect([404, 422]).toContain(status);
    }
  });
});

test('no text of the validator reaches a person', async () => {
  const texts: string[] = [];
  const collect = (answer: { status: number; body: object }) => {
    expect(answer).toMatchObject(shapeWithFields);
    const { errors } = answer.body as { errors: Record<string, string[]> };
    texts.push(...Object.values(errors).flat());
  };
  collect(await api.call('POST', '/v2/login', { body: { email: 'a@test.local', password: '' } }));
  for (const path of ['/v2/api_key', '/v2/settings/2fa/toggle', '/v2/auth/challenge', '/v2/order', '/v2/support'])
    for (const body of [
      {},
      { supportCategoryId: {}, enable: 'x', method: 5, kind: 5, amount: {}, scopes: 'x', text: 5 },
    ]) {
      const answer = await alice.post(path, body);
      if (answer.status === 422) collect(answer);
    }
  for (const path of ['/v2/support/abc', '/v2/support?limit=x', '/v2/support?limit=51', '/v2/support?offset=-1'])
    collect(await alice.get(path));
  collect(await alice.delete('/v2/api_key/1'));
  collect(await alice.post('/v2/settings/session/x/terminate', {}));
  const specified =
    /^(Form is not valid|Field is required|Current value is not supported|Numbers only|M(in|ax) (length|value) is -?\d+|Length should be \d+)$/;
  expect([...new Set(texts)].filter((text) => !specified.test(text))).toEqual([]);
  expect(new Set(texts)).toContain('Max value is 50');
});

describe('addresses', () => {
  test('unknown paths of the API answer JSON 404', async () => {
    for (const path of ['/v2/nope', '/v3/nope', '/dev/nope', '/v2']) {
      expect(await api.call('GET', path)).toMatchObject(shape('not_found', 404));
    }
    expect(await api.call('PUT', '/v2/order')).toMatchObject(shape('not_found', 404));
  });

  test('an address that cannot be decoded', async () => {
    expect(await api.call('GET', '/v2/history/%E0%A4%A')).toMatchObject({
      status: 400,
      body: { errors: { message: [expect.any(String)] } },
    });
  });

  test('that climb or hold what no name holds are not found, and are no errors of ours', async () => {
    for (const path of ['/%00', '/../..', '/%2e%2e/%2e%2e/etc/passwd', '/assets/%00', '/..%2f..%2fpackage.json']) {
      const { answer } = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer, path).toMatch(/^HTTP\/1\.1 40[04] /);
    }
    expect(await alice.get(`/v2/history/${'A'.repeat(48)}`)).toMatchObject(shape('invalid_argument', 422));
  });

  test('a fee setting is 0 or 1 and nothing like it', async () => {
    for (const customfee of [null, [1], true, '', 2])
      expect(await alice.post('/v2/settings/customfee', { customfee })).toMatchObject(shape('invalid_argument', 422));
  });

  test('answers name what a page of ours may be used for', async () => {
    const { headers } = await api.call('GET', '/systemParams');
    expect(headers['strict-transport-security']).toContain('includeSubDomains');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  test('a slow request ends within 30 s', () => {
    const { headersTimeout, requestTimeout } = api.app.server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 25_000]);
  });

  test('pages and filters out of range', async () => {
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'offset=-1',
      'side=both',
      'start=-5',
      'start=NaN',
      'pair=<b>',
    ]) {
      expect(await alice.get(`/v2/order/finished?${query}`)).toMatchObject(shape('invalid_argument', 422));
    }
  });

  test('answers carry their request id and no cacheable private data', async () => {
    const { headers } = await alice.get('/v2/settings/general');
    expect(headers['x-request-id']).toBeTruthy();
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

test('a path with too long a part is not found, with the headers of every answer', async () => {
  const { answer } = await sendRaw(`GET /v2/history/${'X'.repeat(600)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).toContain('x-content-type-options: nosniff');
  expect(answer).toContain('"code":"not_found"');
});

describe('what is no request', () => {
  test.each([
    ['nonsense', 'NONSENSE\r\n\r\n', 400, 'bad_request'],
    [
      'headers of 100 kB',
      `GET /health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'a body that is announced as too long, before it is sent',
      'POST /v2/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
      413,
      'body_too_large',
    ],
  ])('%s is refused in our shape, and the server lives on', async (_name, bytes, status, code) => {
    const { address, answer } = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(`"code":"${code}"`);
    expect((await fetch(`${address}/systemParams`)).status).toBe(200);
  });
});

test('a failing database is a 503 without a word of its text', async () => {
  const { pool } = api.parts;
  const original = pool.query;
  await pool.query('ALTER TABLE favorites RENAME TO favorites_away');
  const broken = await alice.get('/v2/favorites');
  await pool.query('ALTER TABLE favorites_away RENAME TO favorites');
  expect(pool.query).toBe(original);
  expect(broken).toMatchObject(shape('internal_error', 500));
  expect(JSON.stringify(broken.body)).not.toMatch(/favorites|relation/);
});
