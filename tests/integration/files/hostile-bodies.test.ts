import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jpegOf } from '../../support/sample-files.ts';
import { answerOf, closed, startUploadServer, type Taken, type UploadServer } from '../../support/upload-server.ts';

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.close());

const formType = 'multipart/form-data; boundary=x';
const photoHead = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';

/** The answer to a request with a whole body. */
function ask(headers: Record<string, string>, body: string | Buffer): Promise<string> {
  const socket = server.open({ 'x-sender': 'user:9', ...headers });
  socket.write(body);
  return answerOf(socket);
}

/** Writes without an end, as long as somebody reads. @returns how many bytes went out */
async function pour(socket: Socket, piece: Buffer): Promise<number> {
  const limit = 3_000_000_000;
  const end = closed(socket);
  const drained = () =>
    new Promise<void>((resolve) => {
      socket.once('drain', resolve);
    });
  for (let sent = 0; sent < limit && socket.writable; sent += piece.length)
    if (!socket.write(piece)) await Promise.race([drained(), end]);
  socket.destroy();
  await end;
  return socket.bytesWritten;
}

it('of three gigabytes is refused by its length, and the connection ends', async () => {
  const sent = await ask({ 'content-type': formType, 'content-length': '3000000000' }, '--x\r\n');
  expect(sent).toMatch(/^HTTP\/1.1 413 .*connection: close/is);
});

it.each([
  ['in chunks', '/upload', { 'content-type': formType, 'transfer-encoding': 'chunked' }, '400', 'malformed_form'],
  [
    'of JSON in chunks',
    '/json',
    { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    '413',
    'body_too_large',
  ],
  [
    'behind a length that it does not keep',
    '/upload',
    { 'content-type': formType, 'content-length': '2000000' },
    '4(00|22)',
    '(bad_request|invalid_argument)',
  ],
] as const)('of three gigabytes %s is refused long before its end', async (_, path, headers, status, code) => {
  const socket = server.open(headers, { path });
  const answer = answerOf(socket);
  const isChunked = 'transfer-encoding' in headers;
  const content = Buffer.alloc(1_000_000, 'a');
  if (!isChunked) socket.write(photoHead);
  const piece = isChunked ? Buffer.concat([Buffer.from('f4240\r\n'), content, Buffer.from('\r\n')]) : content;
  expect(await pour(socket, piece)).toBeLessThan(100_000_000);
  const text = await answer;
  // What a connection that was cut in the middle of its sending still reads is the network's to say.
  if (text !== '') expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} .*${code}`, 's'));
});

it('without a length, of another type, or as a form where none is expected, is refused', async () => {
  const chunked = await ask({ 'content-type': formType, 'transfer-encoding': 'chunked' }, '5\r\n--x\r\n\r\n0\r\n\r\n');
  expect(chunked).toMatch(/^HTTP\/1.1 400 /);
  expect(chunked).toContain('malformed_form');
  const form = new FormData();
  form.append('a', 'b');
  const { port } = server;
  expect((await fetch(`http://127.0.0.1:${port}/json`, { method: 'POST', body: form })).status).toBe(415);
  const plain = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  expect((await fetch(`http://127.0.0.1:${port}/upload`, plain)).status).toBe(400);
});

it.each([
  ['no boundary', 'multipart/form-data', 'x'],
  ['no end', formType, `${photoHead}abc`],
  ['a prototype', formType, '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n'],
  ['no name', formType, '--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--\r\n'],
])('with %s is no form', async (_, type, body) => {
  const answer = await ask({ 'content-type': type, 'content-length': String(body.length) }, body);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).not.toContain('abc');
});

it('whose file name ends a header, or begins one, gives a name of one line', async () => {
  const photo = await jpegOf(9, 9);
  const namesOf = async (name: string) => {
    const head = `--x\r\nContent-Disposition: form-data; name="photo"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n--x--\r\n')]);
    const answer = await ask({ 'content-type': formType, 'content-length': String(body.length) }, body);
    const [headers = '', content = ''] = answer.split('\r\n\r\n');
    expect(headers).not.toMatch(/set-cookie|x-evil/i);
    const { files = [] } = JSON.parse(content) as Partial<Taken>;
    return files.map((file) => file.name);
  };
  // A part whose head is broken is no file.
  expect(await namesOf('a\r\nSet-Cookie: b=c\r\n\r\n.jpg')).toEqual([]);
  for (const name of ['a\nX-Evil: 1.jpg', 'a\0b.jpg']) expect((await namesOf(name)).join('')).not.toMatch(/\p{Cc}/u);
  expect(await namesOf('a\u0085b\u202ec.jpg')).toEqual(['abc.jpg']);
  expect(await namesOf('a%0d%0aX-Evil: 1.jpg')).toEqual(['a%0d%0aX-Evil: 1.jpg']);
});

it('that stops half way keeps neither its sender nor others out', async () => {
  for (let count = 0; count < 20; count++) {
    const half = { 'content-type': formType, 'content-length': '100000', 'x-sender': `user:${100 + count}` };
    const socket = server.open(half);
    socket.write(photoHead);
    await once(socket, 'connect');
    socket.destroy();
  }
  const photo = await jpegOf(9, 9);
  for (const sender of ['user:100', 'user:119', 'user:200'])
    await expect.poll(async () => (await server.send({ photo }, sender)).status).toBe(200);
});

/** Forms of which nothing comes after their heads, once each is being read. @returns their answers */
async function slow(senders: readonly string[]): Promise<Promise<string>[]> {
  const sockets = senders.map((sender) =>
    server.open({
      'content-type': formType,
      'content-length': '100000',
      'x-sender': sender,
      expect: '100-continue',
    }),
  );
  for (const socket of sockets) expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 100 /);
  const answers = sockets.map(answerOf);
  for (const socket of sockets) socket.write(photoHead);
  return answers;
}

async function expectGivenUp(answers: readonly Promise<string>[]): Promise<void> {
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 408 .*request_timeout/s);
}

it('of four accounts of one address that comes by drops keeps no fifth one out, nor forms of other rules', async () => {
  const answers = await slow([301, 302, 303, 304].map((id) => `user:${id}`));
  const photo = await jpegOf(9, 9);
  expect((await server.send({ photo }, 'user:305')).status).toBe(200);
  // Now all places of these rules are taken: others wait for one.
  const more = await slow(['user:306', 'user:307']);
  const waiting = server.send({ photo }, 'user:308');
  expect((await server.send({ photo }, 'user:309', '/other')).status).toBe(200);
  await expectGivenUp([...answers, ...more]);
  expect((await waiting).status).toBe(200);
});

it('that waits is refused while it can still be sent again, and not ended in the middle by Node', async () => {
  const half = { 'content-type': formType, 'content-length': '900000' };
  const sockets = Array.from({ length: 6 }, (_, count) => server.open({ ...half, 'x-sender': `user:${320 + count}` }));
  const flow = setInterval(() => {
    for (const socket of sockets) socket.write(Buffer.alloc(30_000));
  }, 1_000);
  for (const socket of sockets) socket.write(photoHead);
  const photo = await jpegOf(9, 9);
  await expect.poll(async () => (await server.send({ photo }, 'user:330')).status, { timeout: 15_000 }).toBe(429);
  clearInterval(flow);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await server.send({ photo }, 'user:331')).status).toBe(200);
});

it('of visitors that comes by drops holds the places of its own address alone, and is given up', async () => {
  const answers = await slow(['visitor', 'visitor']);
  const photo = await jpegOf(9, 9);
  await expect.poll(async () => (await server.send({ photo }, 'visitor')).status).toBe(429);
  expect((await server.send({ photo }, 'user:311')).status).toBe(200);
  const body = Buffer.concat([Buffer.from(photoHead), photo, Buffer.from('\r\n--x--\r\n')]);
  const head = { 'content-type': formType, 'content-length': String(body.length), 'x-sender': 'visitor' };
  const elsewhere = server.open(head, { from: '127.0.0.2' });
  elsewhere.write(body);
  expect(await answerOf(elsewhere)).toMatch(/^HTTP\/1.1 200 /);
  await expectGivenUp(answers);
  expect((await server.send({ photo }, 'visitor')).status).toBe(200);
});
