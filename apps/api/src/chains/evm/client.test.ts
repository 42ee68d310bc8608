import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEvmClient } from './client.ts';

const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  response.writeHead(403).end('no');
});
let host: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('the whole address is asked, and no error names more of it than the host', async () => {
  const client = createEvmClient(`http://name:Hidden%3A1@${host}/v3/Hidden2?key=Hidden3`);
  const error = await client.getChainId().catch((thrown: unknown) => thrown);
  const shown = [inspect(error, { depth: 9 }), String(error), JSON.stringify(error)].join('\n');
  expect(shown).toContain('403');
  expect(shown).not.toMatch(/Hidden/);
  expect(asked[0]?.url).toBe('/v3/Hidden2?key=Hidden3');
  expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('name:Hidden:1').toString('base64')}`);
});

test('an address that does not answer is not named either', async () => {
  const client = createEvmClient('http://127.0.0.1:9/Hidden4');
  const error = await client.request({ method: 'eth_chainId' }, { retryCount: 0 }).catch((thrown: unknown) => thrown);
  expect(inspect(error, { depth: 9 })).not.toMatch(/Hidden/);
});
