import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let url: string;

beforeAll(async () => {
  api = await startTestApi({
    SOCKET_CONNECTIONS_PER_IP: '5',
    SOCKET_CONNECTIONS_MAX: '20',
    TRUSTED_PROXIES: '127.0.0.1',
    SOCKET_IDLE_MS: '1500',
    SOCKET_PING_MS: '600000',
    CORS_ORIGINS: 'https://friend.test',
  });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(api.app.server.address() as { port: number }).port}/socket`;
}, 180_000);

afterAll(() => api.close());

/** Status of a refused upgrade. */
async function refusedWith(headers: Record<string, string> = {}, path = ''): Promise<number> {
  const socket = new WebSocket(url + path, { headers });
  const [, response] = await once(socket, 'unexpected-response');
  socket.on('error', () => undefined);
  response.destroy();
  return response.statusCode;
}

describe('malformed requests', () => {
  it('are answered with code 1, and the tenth closes the connection', async () => {
    const client = await SocketClient.open(url);
    const malformed: [string, number | string | null][] = [
      ['{', null],
      ['NaN', null],
      ['[]', null],
      ['{"id":1e400,"method":"server.ping","params":[]}', null],
      ['{"id":9007199254740992,"method":"server.ping","params":[]}', null],
      ['{"id":1.5,"method":"server.ping","params":[]}', null],
      [`{"id":"${'x'.repeat(65)}","method":"server.ping","params":[]}`, null],
      ['{"id":7,"method":"server.ping"}', 7],
      ['{"id":"é","method":5,"params":[]}', 'é'],
    ];
    for (const [text, id] of malformed) {
      client.send(text);
      expect(await client.answerTo(id), text).toMatchObject({ error: { code: 1 }, result: null });
    }
    expect(await client.call('server.ping')).toBe('pong');
    client.send('nonsense');
    expect(await client.closed()).toBe(1008);
  });

  it('of an unknown method are answered with code 4', async () => {
    const client = await SocketClient.open(url);
    for (const method of ['nothing.query', '__proto__', 'constructor', 'toString']) {
      expect((await client.ask(method, [])).error).toMatchObject({ code: 4 });
    }
    client.close();
  });

  it('name what is wrong and change nothing', async () => {
    const client = await SocketClient.open(url);
    const cases: [string, unknown[], string][] = [
      ['depth.subscribe', ['NO_SUCH', 5, '0'], 'NO_SUCH'],
      ['depth.subscribe', ['BTC_USDT', 7, '0'], '7'],
      ['depth.subscribe', ['BTC_USDT', 5, '0.3'], '0.3'],
      ['depth.subscribe', ['BTC_USDT', 5, 'NaN'], 'NaN'],
      ['depth.query', ['BTC_USDT', 102, '0'], '102'],
      ['depth.query', ['BTC_USDT'], 'merge'],
      ['kline.subscribe', ['BTC_USDT', 61], '61'],
      ['kline.subscribe', ['BTC_USDT', 2_592_000], '2592000'],
      ['deals.query', ['BTC_USDT', 10_001, 0], '10001'],
      ['state.query', ['BTC_USDT', 0], '0'],
      ['price.subscribe', ['BTC_USDT', 'btc_usdt'], 'btc_usdt'],
      ['price.subscribe', [{ $gt: '' }], '$gt'],
      ['price.subscribe', ['<script>alert(1)</script>'], '<script>'],
    ];
    for (const [method, params, named] of cases) {
      const { error } = await client.ask(method, params);
      expect(error, method).toMatchObject({ code: 1, message: expect.stringContaining(named) });
    }
    expect(client.notifications).toEqual([]);
    client.close();
  });

  it('with a thousand markets are refused, and messages longer than any request close the connection', async () => {
    const client = await SocketClient.open(url);
    const { error } = await client.ask('deals.subscribe', new Array(1_000).fill('BTC_USDT'));
    expect(error).toMatchObject({ code: 1, message: expect.stringContaining('200') });
    for (const length of [16_385, 300_000]) {
      const other = await SocketClient.open(url);
      other.send(`"${'x'.repeat(length - 2)}"`);
      expect(await other.closed()).toBe(1009);
    }
    const inParts = await SocketClient.open(url);
    for (let part = 0; part < 30; part++) inParts.webSocket.send('x'.repeat(10_000), { fin: part === 29 });
    expect(await inParts.closed()).toBe(1009);
    // As long as a message may be, and no request: answered, not closed.
    client.send(`"${'x'.repeat(16_382)}"`);
    expect(await client.answerTo(null)).toMatchObject({ error: { code: 1 } });
    client.close();
  });
});

describe('envelopes', () => {
  it('echo the id exactly, equal ids and long ones too', async () => {
    const client = await SocketClient.open(url);
    for (const id of [0, -5, 1_795_219_890_652, Number.MAX_SAFE_INTEGER, 'a"b\\c']) {
      client.send({ id, method: 'server.ping', params: [], more: true });
      expect((await client.answerTo(id)).result).toBe('pong');
    }
    client.send({ id: 3, method: 'server.ping', params: [] });
    client.send({ id: 3, method: 'server.time', params: [] });
    const answers = [await client.answerTo(3), await client.answerTo(3)];
    expect(answers.map(({ result }) => typeof result)).toEqual(['string', 'number']);
    client.webSocket.send(Buffer.from('{"id":4,"method":"server.ping","params":[]}'));
    expect((await client.answerTo(4)).result).toBe('pong');
    client.close();
  });
});

describe('paths', () => {
  it('other than the socket’s own open nothing', async () => {
    for (const path of ['/x%00', '/x', '%2f', '/..%2fsocket'])
      expect([path, await refusedWith({}, path)]).toEqual([path, 404]);
  });
});

describe('limits', () => {
  it('refuse requests beyond the burst and let the connection live', async () => {
    const client = await SocketClient.open(url);
    const answers = await Promise.all(Array.from({ length: 10_000 }, () => client.ask('server.ping', [])));
    const refused = answers.filter(({ error }) => error?.code === 7);
    expect(refused.length).toBeGreaterThan(8_000);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(200);
    client.close();
  });

  it('allow so many connections an address', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => SocketClient.open(url)));
    expect(await refusedWith()).toBe(429);
    clients[0]?.close();
    await clients[1]?.call('server.ping');
    const again = await SocketClient.open(url);
    for (const client of [...clients, again]) client.close();
  });

  it('allow so many connections of all addresses together', async () => {
    const clients: SocketClient[] = [];
    const open = async (n: number) => {
      clients.push(await SocketClient.open(url, { 'x-forwarded-for': `10.0.0.${n}` }));
    };
    const openAll = async () => {
      for (let n = 1; n <= 21; n++) await open(n);
    };
    await expect(openAll()).rejects.toThrow('429');
    expect(clients.length).toBeGreaterThan(5);
    for (const client of clients) client.close();
  });

  it('keep room for others when one site takes all that it can', async () => {
    const clients: SocketClient[] = [];
    const open = async (ip: string) => {
      clients.push(await SocketClient.open(url, { 'x-forwarded-for': ip }));
    };
    const openAll = async () => {
      for (let n = 1; n <= 21; n++) await open(`2001:db8:3:${n}::1`);
    };
    await expect(openAll()).rejects.toThrow('429');
    expect(clients).toHaveLength(10);
    for (let n = 1; n <= 5; n++) await open(`10.0.1.${n}`);
    for (const client of clients) client.close();
  });

  it('close an idle connection', async () => {
    const client = await SocketClient.open(url);
    expect(await client.closed()).toBe(1001);
  });

  it('refuse a page of another origin that brings cookies', async () => {
    expect(await refusedWith({ origin: 'https://evil.test', cookie: 'refresh=1' })).toBe(403);
    const friend = await SocketClient.open(url, { origin: 'https://friend.test', cookie: 'refresh=1' });
    friend.close();
    const bot = await SocketClient.open(url, { origin: 'https://evil.test' });
    bot.close();
  });
});
