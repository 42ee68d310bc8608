import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { textGateway } from './text-gateway.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const message = { id: 7, recipient: '+919876543210', text: 'Your code is 123456' } as Parameters<
  ReturnType<typeof textGateway>
>[0];

test('a gateway that sends the message elsewhere is an error, and elsewhere hears nothing', async () => {
  let heard = 0;
  const elsewhere = await serve((_request, response) => {
    heard++;
    response.end();
  });
  const gateway = await serve((_request, response) => response.writeHead(307, { location: elsewhere }).end());
  await expect(textGateway(gateway)(message)).rejects.toThrow();
  expect(heard).toBe(0);
});

test('the message goes to the gateway with its key', async () => {
  const keys: unknown[] = [];
  const gateway = await serve((request, response) => {
    keys.push(request.headers['idempotency-key']);
    response.end();
  });
  await textGateway(gateway)(message);
  expect(keys).toEqual(['message-7']);
});
