/**
 * A server that takes forms with files, beside a real Redis: POST /upload answers with what it took, POST /other too, by rules of its own;
 * POST /json takes no form. X-Sender says who sends: `user:5`, or `visitor`.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { readConfig } from '@pelican/api/src/platform/config/index.ts';
import { clamdScanner, createUploads, serveUploads, type UploadRules } from '@pelican/api/src/platform/files/index.ts';
import { createHttpServer } from '@pelican/api/src/platform/http/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { startRedis } from './services.ts';

export const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');

const rules: UploadRules = {
  files: {
    photo: { kinds: ['jpeg', 'png'], bytesMax: 1_000_000, countMax: 2 },
    film: { kinds: ['mp4', 'webm'], bytesMax: 1_000_000 },
  },
  filesMax: 3,
  bodyBytesMax: 4_000_000,
  placesMax: 6,
};
const others: UploadRules = { ...rules };

export interface Taken {
  fields: Record<string, string>;
  files: { field: string; kind: string; name: string; mediaType: string; content: string }[];
  errors: Record<string, string[]>;
  code: string;
}

export type UploadServer = Awaited<ReturnType<typeof startUploadServer>>;

export async function startUploadServer() {
  const [redisServer, scanner] = [await startRedis(), startScanner()];
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    // It has no database.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    REDIS_URL: redisServer.url,
  });
  const log = createLogger('silent');
  const redis = connectRedis(redisServer.url, log);
  const app = await createHttpServer(config, log);
  if (!scanner.listening) await once(scanner, 'listening');
  const scan = clamdScanner(`127.0.0.1:${(scanner.address() as AddressInfo).port}`);
  const uploads = createUploads({ redis, scan });
  await serveUploads(app, (scope) => {
    for (const [path, ofPath] of [
      ['/upload', rules],
      ['/other', others],
    ] as const)
      scope.post(path, { bodyLimit: rules.bodyBytesMax }, async (request) => {
        const sender = String(request.headers['x-sender'] ?? 'user:1');
        const userId = sender === 'visitor' ? null : Number(sender.replace('user:', ''));
        const { fields, files } = await uploads.receive(request, userId, ofPath);
        const sent = [...files].flatMap(([field, ofField]) => ofField.map((file) => ({ field, ...file })));
        return {
          fields,
          files: sent.map(({ content, ...file }) => ({ ...file, content: content.toString('base64') })),
        };
      });
  });
  app.post('/json', async () => ({ status: 'success' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  return {
    port,
    redis,

    async send(
      parts: Record<string, string | Buffer | [Buffer, string]>,
      sender = 'user:1',
      path: '/upload' | '/other' = '/upload',
    ) {
      const form = new FormData();
      for (const [name, part] of Object.entries(parts)) {
        if (typeof part === 'string') form.append(name, part);
        else {
          const [content, fileName] = Array.isArray(part) ? part : [part, 'photo.jpg'];
          form.append(name, new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), fileName);
        }
      }
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body: form,
        headers: { 'x-sender': sender },
      });
      return { status: response.status, body: (await response.json()) as Taken };
    },

    /** Sends the head of a request. @param from an address of this machine */
    open(headers: Record<string, string>, { path = '/upload', from = '127.0.0.1' } = {}): Socket {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      socket.on('error', () => undefined);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`);
      return socket;
    },

    async close() {
      scanner.close();
      await app.close();
      redis.disconnect();
      await redisServer.stop();
    },
  };
}

/** Also where the connection is cut, which `once` takes for a failure. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** All that comes, until the server ends the connection: it waits for no more of the body. */
export async function answerOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (/\r\n\r\n.*\}$/s.test(Buffer.concat(chunks).toString())) socket.end();
  });
  await closed(socket);
  return Buffer.concat(chunks).toString();
}

/** Stands in for clamd: the real one needs signatures from the network. */
function startScanner() {
  const server = createServer((socket) => {
    const chunks: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const all = Buffer.concat(chunks);
      if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
      socket.end(all.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  return server.listen(0, '127.0.0.1');
}
