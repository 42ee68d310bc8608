import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { deflateSync } from 'node:zlib';
import { readConfig } from '@pelican/api/src/platform/config/index.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import {
  clamdScanner,
  createUploads,
  deleteExpiredFiles,
  deleteFilesAfter,
  openFile,
  resealFileKeys,
  sendFile,
  serveUploads,
  storeFile,
  type UploadRules,
} from '@pelican/api/src/platform/files/index.ts';
import { createHttpServer } from '@pelican/api/src/platform/http/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPart } from '../../support/roles.ts';
import { jpegOf, jpegWithExif, mp4, pngOf, webm } from '../../support/sample-files.ts';
import { createDatabase, startRedis } from '../../support/services.ts';

const [database, redisServer] = await Promise.all([createDatabase(), startRedis()]);
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATABASE_URL: asPart(database.url, 'api'),
  REDIS_URL: redisServer.url,
});
const log = createLogger('silent');
const pool = createPool(config, log);
const worker = createPool({ databaseUrl: asPart(database.url, 'worker'), databasePoolMax: 2 }, log);
const operator = createPool({ databaseUrl: asPart(database.url, 'operator'), databasePoolMax: 2 }, log);
const redis = connectRedis(redisServer.url, log);
const keys = [randomBytes(32)];
const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
const rules: UploadRules = {
  files: {
    photo: { kinds: ['jpeg', 'png'], bytesMax: 1_000_000, countMax: 2 },
    film: { kinds: ['mp4', 'webm'], bytesMax: 1_000_000 },
  },
  filesMax: 3,
  bodyBytesMax: 4_000_000,
};

/** Stands in for clamd: the real one needs signatures from the network. */
const scannerServer = createServer((socket) => {
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    const all = Buffer.concat(chunks);
    if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
    socket.end(all.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
  });
});

let port = 0;
const app = await createHttpServer(config, log);

beforeAll(async () => {
  scannerServer.listen(0, '127.0.0.1');
  await once(scannerServer, 'listening');
  const scan = clamdScanner(`127.0.0.1:${(scannerServer.address() as AddressInfo).port}`);
  const uploads = createUploads({ redis, scan });
  await serveUploads(app, (scope) => {
    scope.post('/upload', { bodyLimit: rules.bodyBytesMax }, async (request) => {
      const { fields, files } = await uploads.receive(request, String(request.headers['x-sender'] ?? 'user:1'), rules);
      const sent = [...files].flatMap(([field, ofField]) => ofField.map((file) => ({ field, ...file })));
      return { fields, files: sent.map(({ content, ...file }) => ({ ...file, content: content.toString('base64') })) };
    });
  });
  app.post('/json', async () => ({ status: 'success' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  scannerServer.close();
  await app.close();
  redis.disconnect();
  await Promise.all([pool.end(), worker.end(), operator.end()]);
  await Promise.all([redisServer.stop(), database.drop()]);
});

interface Taken {
  fields: Record<string, string>;
  files: { field: string; kind: string; name: string; mediaType: string; content: string }[];
  errors: Record<string, string[]>;
  code: string;
}

async function send(parts: Record<string, string | Buffer | [Buffer, string]>, sender = 'user:1') {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part);
    else {
      const [content, fileName] = Array.isArray(part) ? part : [part, 'photo.jpg'];
      form.append(name, new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), fileName);
    }
  }
  const response = await fetch(`http://127.0.0.1:${port}/upload`, {
    method: 'POST',
    body: form,
    headers: { 'x-sender': sender },
  });
  return { status: response.status, body: (await response.json()) as Taken };
}

describe('a form with files', () => {
  it('gives fields and files, whose metadata and whatever follows the image are gone', async () => {
    const secret = Buffer.from('PK\x03\x04 hidden behind the image <script>alert(1)</script>');
    const photo = await jpegWithExif('Somewhere 51.5 N');
    expect(photo.includes('Somewhere')).toBe(true);
    const { status, body } = await send({
      note: 'hello',
      photo: Buffer.concat([photo, secret]),
      film: [webm(), '../../a\r\nb\u202e.webm'],
    });
    expect(status).toBe(200);
    expect(body.fields).toEqual({ note: 'hello' });
    expect(body.files.map(({ field, kind, mediaType, name }) => [field, kind, mediaType, name])).toEqual([
      ['photo', 'jpeg', 'image/jpeg', 'photo.jpg'],
      ['film', 'webm', 'video/webm', 'a%0D%0Ab.webm'],
    ]);
    const stored = Buffer.from(body.files[0]?.content ?? '', 'base64');
    for (const part of ['Somewhere', 'Exif', '<script>', 'PK\x03\x04']) expect(stored.includes(part)).toBe(false);
  });

  it('takes films of both kinds, and two photos where two are allowed', async () => {
    expect((await send({ film: mp4() })).status).toBe(200);
    expect((await send({ film: webm() })).status).toBe(200);
  });

  const svg = Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(100), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  it.each([
    ['an SVG with script', svg],
    ['a ZIP archive', zip],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(500)])],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF')],
    ['a film', webm()],
    ['noise', randomBytes(2_000)],
  ])('refuses %s that says it is a JPEG', async (_, content) => {
    const { status, body } = await send({ photo: content });
    expect([status, body.errors.photo]).toEqual([422, ['Incorrect file type. Allowed types are JPEG, PNG']]);
  });

  it.each([
    ['a film with an archive behind it', Buffer.concat([mp4(), zip])],
    ['a film with a page behind it', Buffer.concat([mp4(), Buffer.from('<html><script>alert(1)</script></html>')])],
    ['a film that carries an archive in a box', mp4(zip)],
    ['a page', Buffer.from('<html>')],
  ])('refuses %s as a film', async (_, content) => {
    const { status, body } = await send({ film: content });
    expect([status, body.errors.film]).toEqual([422, ['Incorrect file type. Allowed types are MP4, WebM']]);
  });

  it('refuses an image of more pixels than a camera has before it decodes it, and one that is cut off', async () => {
    const bomb = await pngBomb(60_000, 60_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const whole = await jpegOf(400, 400);
    for (const photo of [bomb, whole.subarray(0, whole.length / 2)]) {
      const { status, body } = await send({ photo });
      expect([status, body.errors.photo]).toEqual([422, ['File not Uploaded']]);
    }
  });

  it('refuses a file that is too big, a field that nobody knows, too many files, an empty one', async () => {
    const big = await send({ photo: Buffer.concat([await jpegOf(50, 50), randomBytes(1_000_001)]) });
    expect(big.body.errors.photo).toEqual(['File size is too big. Size should be maximum 1 MB']);
    expect((await send({ other: await jpegOf(9, 9) })).body.errors.other).toEqual(['File not Uploaded']);
    expect((await send({ photo: Buffer.alloc(0) })).body.errors.photo).toEqual(['File not Uploaded']);
    const form = new FormData();
    for (let count = 0; count < 4; count++)
      form.append('photo', new Blob([new Uint8Array(await jpegOf(9, 9))]), 'a.jpg');
    const response = await fetch(`http://127.0.0.1:${port}/upload`, { method: 'POST', body: form });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it('gives what is infected to nobody, and takes nothing while the scanner is silent', async () => {
    const { status, body } = await send({ photo: Buffer.concat([await jpegOf(9, 9), eicar]) });
    expect([status, body.errors.photo]).toEqual([422, ['This file cannot be accepted']]);
    const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const scan = clamdScanner(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await expect(scan(Buffer.from('x'))).rejects.toMatchObject({ code: 'service_unavailable' });
    silent.close();
  });

  it('lets a sender send so many bytes in a day', async () => {
    await redis.set(`uploads:user:77:${Math.floor(Date.now() / 86_400_000)}`, 199_999_990);
    expect((await send({ photo: await jpegOf(9, 9) }, 'user:77')).status).toBe(429);
    expect((await send({ photo: await jpegOf(9, 9) }, 'user:78')).status).toBe(200);
  });
});

describe('a hostile body', () => {
  it('of three gigabytes is refused by its length, and the connection ends', async () => {
    const sent = await rawRequest(
      { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '3000000000' },
      '--x\r\n',
    );
    expect(sent).toMatch(/^HTTP\/1.1 413 .*connection: close/is);
  });

  it('without a length, of another type, or as a form where none is expected, is refused', async () => {
    const chunked = await rawRequest(
      { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
      '5\r\n--x\r\n\r\n0\r\n\r\n',
    );
    expect(chunked).toMatch(/^HTTP\/1.1 400 /);
    expect(chunked).toContain('malformed_form');
    const form = new FormData();
    form.append('a', 'b');
    expect((await fetch(`http://127.0.0.1:${port}/json`, { method: 'POST', body: form })).status).toBe(415);
    const plain = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await fetch(`http://127.0.0.1:${port}/upload`, plain)).status).toBe(400);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'no end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nabc',
    ],
    [
      'a prototype',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n',
    ],
    ['no name', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--\r\n'],
  ])('with %s is no form', async (_, type, body) => {
    const answer = await rawRequest({ 'content-type': type, 'content-length': String(body.length) }, body);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).not.toContain('abc');
  });

  it('that stops half way keeps neither its sender nor others out', async () => {
    for (let count = 0; count < 20; count++) {
      const request = httpRequest({
        port,
        path: '/upload',
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 100_000,
          'x-sender': `user:${100 + count}`,
        },
      });
      request.on('error', () => undefined);
      request.write('--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n');
      await once(request, 'socket');
      request.destroy();
    }
    for (const sender of ['user:100', 'user:119', 'user:200'])
      expect((await send({ photo: await jpegOf(9, 9) }, sender)).status).toBe(200);
  });
});

describe('a stored file', () => {
  const purpose = 'test';
  const content = Buffer.from('the content of a document, which nobody reads in the database');
  const file = { mediaType: 'image/jpeg', name: 'a"b\u00e9.jpg', content };
  const store = (deleteAfter: Date | null = null) =>
    inTransaction(pool, (tx) => storeFile(tx, keys, { userId: null, purpose, file, deleteAfter }));

  it('is encrypted under a key of its own, and is read by its domain alone', async () => {
    const [one, other] = [await store(), await store()];
    const { rows } = await pool.query<{ content: Buffer }>('SELECT content FROM files WHERE id = ANY ($1)', [
      [one, other],
    ]);
    expect(rows.some((row) => row.content.includes('document'))).toBe(false);
    expect(rows[0]?.content.equals(rows[1]?.content as Buffer)).toBe(false);
    expect((await openFile(pool, keys, { id: one, purpose })).content).toEqual(content);
    await expect(openFile(pool, keys, { id: one, purpose: 'support' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(openFile(pool, [randomBytes(32)], { id: one, purpose })).rejects.toThrow('needs an encryption key');
  });

  it('cannot be exchanged for another one, nor changed', async () => {
    const [one, other] = [await store(), await store()];
    const owner = createPool({ databaseUrl: database.url, databasePoolMax: 1 }, log);
    await expect(owner.query('UPDATE files SET content = content WHERE id = $1', [one])).rejects.toThrow();
    await owner.query(
      `INSERT INTO files (id, purpose, media_type, name, size, sealed_key, content)
        SELECT gen_random_uuid(), purpose, media_type, 'moved', size, sealed_key, content FROM files WHERE id = $1`,
      [other],
    );
    const { rows } = await owner.query<{ id: string }>(`SELECT id FROM files WHERE name = 'moved'`);
    await expect(openFile(pool, keys, { id: rows[0]?.id as string, purpose })).rejects.toThrow();
    await owner.query(`DELETE FROM files WHERE name = 'moved'`);
    await owner.end();
  });

  it('is not there when the transaction that stored it fails', async () => {
    let id = '';
    const failed = inTransaction(pool, async (tx) => {
      id = await storeFile(tx, keys, { userId: null, purpose, file, deleteAfter: null });
      throw new Error('the row that refers to it cannot be written');
    });
    await expect(failed).rejects.toThrow('cannot be written');
    await expect(openFile(pool, keys, { id, purpose })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('goes with its time: it cannot be opened, and the worker deletes it', async () => {
    const [kept, over] = [await store(new Date(Date.now() + 60_000)), await store()];
    await inTransaction(pool, (tx) => deleteFilesAfter(tx, [over], new Date(Date.now() - 1_000)));
    await expect(openFile(pool, keys, { id: over, purpose })).rejects.toMatchObject({ code: 'not_found' });
    expect(await deleteExpiredFiles(worker)).toBe(1);
    expect((await openFile(pool, keys, { id: kept, purpose })).content).toEqual(content);
    await expect(worker.query('SELECT content FROM files')).rejects.toThrow('permission denied');
  });

  it('is read under a new key of the configuration once its own key is sealed anew', async () => {
    const id = await store();
    const newer = [randomBytes(32), ...keys];
    expect(await inTransaction(operator, (tx) => resealFileKeys(tx, newer))).toBeGreaterThan(0);
    expect((await openFile(pool, newer.slice(0, 1), { id, purpose })).content).toEqual(content);
    expect(await inTransaction(operator, (tx) => resealFileKeys(tx, newer))).toBe(0);
  });

  it('is answered so that nothing of it runs and nothing keeps it', async () => {
    const headers: Record<string, string> = {};
    const reply = {
      header(name: string, value: string) {
        headers[name] = value;
        return reply;
      },
      type: () => reply,
      send: () => reply,
    };
    sendFile(reply as unknown as Parameters<typeof sendFile>[0], { id: 'x', ...file });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''a%22b%C3%A9.jpg");
  });
});

/** The answer to a request as it is on the wire. */
async function rawRequest(headers: Record<string, string>, body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /upload HTTP/1.1\r\nHost: x\r\nx-sender: user:9\r\n${lines.join('')}\r\n${body}`);
  // The server ends the connection: it waits for no more of the body.
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (/\r\n\r\n.*\}$/s.test(Buffer.concat(chunks).toString())) socket.end();
  });
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

/** A PNG of so many black pixels, which compress to nothing. */
async function pngBomb(width: number, height: number): Promise<Buffer> {
  const small = await pngOf(1, 1);
  const head = Buffer.from(small.subarray(0, 33));
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  const { crc32 } = await import('node:zlib');
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29);
  const data = deflateSync(Buffer.alloc(1_000_000));
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write('IDAT', 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return Buffer.concat([head, chunk, small.subarray(-12)]);
}
