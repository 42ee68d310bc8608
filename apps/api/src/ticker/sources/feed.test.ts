import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { Feed } from './feed.ts';

const told: string[] = [];
const log = { warn: (details: { trouble?: string }) => void told.push(details.trouble ?? '') };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  told.length = 0;
});

/** A price server on this port, or any; `heard` is what clients sent. */
async function startServer(port = 0): Promise<{ server: WebSocketServer; port: number; heard: string[] }> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  const heard: string[] = [];
  server.on('connection', (socket: WebSocket) => socket.on('message', (data) => heard.push(String(data))));
  ends.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port, heard };
}

function tell(server: WebSocketServer, message: unknown): void {
  for (const socket of server.clients) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
}

function open(port: number, path = ''): Feed {
  const url = `ws://127.0.0.1:${port}${path}`;
  const feed = new Feed('test', { url, pricePath: 'p', timePath: 't', pollMs: 1_000, send: 'subscribe' }, log as never);
  ends.push(() => feed.close());
  return feed;
}

test('a socket is subscribed to, its prices are taken, and what is none is passed over', async () => {
  const { server, port, heard } = await startServer();
  const feed = open(port);
  await vi.waitFor(() => expect(heard).toEqual(['subscribe']), 5_000);
  for (const message of ['hello', '{"p":', { p: 'x', t: 1 }, { subscribed: true }]) tell(server, message);
  const timeMs = Date.now() - 1_000;
  tell(server, { p: '92400.5', t: timeMs });
  await vi.waitFor(() => expect(feed.latest).toEqual({ price: 9_240_050_000_000n, timeMs }), 5_000);
  tell(server, { p: '92300', t: timeMs - 5_000 });
  await vi.waitFor(() => expect(told).toEqual(['a price is not believed: backInTime']), 5_000);
  expect(feed.latest?.price).toBe(9_240_050_000_000n);
});

test('a socket that breaks is opened again', async () => {
  const first = await startServer();
  const feed = open(first.port);
  await vi.waitFor(() => expect(first.heard).toHaveLength(1), 5_000);
  for (const end of ends.splice(0, 1)) end();
  const second = await startServer(first.port);
  await vi.waitFor(() => expect(second.heard).toHaveLength(1), 10_000);
  tell(second.server, { p: 5, t: Date.now() });
  await vi.waitFor(() => expect(feed.latest?.price).toBe(500_000_000n), 5_000);
});
