import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { clamdScanner } from '@pelican/api/src/platform/files/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegOf, jpegWithExif, mp4, pngOf, webm } from '../../support/sample-files.ts';
import { eicar, startUploadServer, type UploadServer } from '../../support/upload-server.ts';

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.close());

describe('a form with files', () => {
  it('gives fields and files, whose metadata and whatever follows the image are gone', async () => {
    const secret = Buffer.from('PK\x03\x04 hidden behind the image <script>alert(1)</script>');
    const photo = await jpegWithExif('Somewhere 51.5 N');
    expect(photo.includes('Somewhere')).toBe(true);
    const { status, body } = await server.send({
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
    expect((await server.send({ film: mp4() })).status).toBe(200);
    expect((await server.send({ film: webm() })).status).toBe(200);
  });

  const svg = Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(100), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  it.each([
    ['an SVG with script', svg],
    ['a compressed SVG', gzipSync(svg)],
    ['a ZIP archive', zip],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(500)])],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF')],
    ['a film', webm()],
    ['noise', randomBytes(2_000)],
  ])('refuses %s that says it is a JPEG', async (_, content) => {
    const { status, body } = await server.send({ photo: content });
    expect([status, body.errors.photo]).toEqual([422, ['Incorrect file type. Allowed types are JPEG, PNG']]);
  });

  it.each([
    ['a film with an archive behind it', Buffer.concat([mp4(), zip])],
    ['a film with a page behind it', Buffer.concat([mp4(), Buffer.from('<html><script>alert(1)</script></html>')])],
    ['a film that carries an archive in a box', mp4(zip)],
    ['a page', Buffer.from('<html>')],
  ])('refuses %s as a film', async (_, content) => {
    const { status, body } = await server.send({ film: content });
    expect([status, body.errors.film]).toEqual([422, ['Incorrect file type. Allowed types are MP4, WebM']]);
  });

  it('refuses an image of more pixels than a camera has before it decodes it, and one that is cut off', async () => {
    const bomb = await pngBomb(60_000, 60_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const whole = await jpegOf(400, 400);
    for (const photo of [bomb, jpegBomb(whole), whole.subarray(0, whole.length / 2)]) {
      const { status, body } = await server.send({ photo });
      expect([status, body.errors.photo]).toEqual([422, ['File not Uploaded']]);
    }
  });

  it('refuses a file that is too big, a field that nobody knows, too many files, an empty one', async () => {
    const big = await server.send({ photo: Buffer.concat([await jpegOf(50, 50), randomBytes(1_000_001)]) });
    expect(big.body.errors.photo).toEqual(['File size is too big. Size should be maximum 1 MB']);
    expect((await server.send({ other: await jpegOf(9, 9) })).body.errors.other).toEqual(['File not Uploaded']);
    expect((await server.send({ photo: Buffer.alloc(0) })).body.errors.photo).toEqual(['File not Uploaded']);
    const form = new FormData();
    for (let count = 0; count < 4; count++)
      form.append('photo', new Blob([new Uint8Array(await jpegOf(9, 9))]), 'a.jpg');
    const response = await fetch(`http://127.0.0.1:${server.port}/upload`, { method: 'POST', body: form });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it('gives what is infected to nobody, and takes nothing while the scanner is silent', async () => {
    const { status, body } = await server.send({ photo: Buffer.concat([await jpegOf(9, 9), eicar]) });
    expect([status, body.errors.photo]).toEqual([422, ['This file cannot be accepted']]);
    const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const scan = clamdScanner(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await expect(scan(Buffer.from('x'))).rejects.toMatchObject({ code: 'service_unavailable' });
    silent.close();
  });

  it('lets a sender send so many bytes in a day', async () => {
    await server.redis.set('uploads:user:77', 199_999_990);
    expect((await server.send({ photo: await jpegOf(9, 9) }, 'user:77')).status).toBe(429);
    expect((await server.send({ photo: await jpegOf(9, 9) }, 'user:78')).status).toBe(200);
    // However many senders an address has.
    const ofAddress = 'uploads:site:127.0.0.1';
    const before = Number(await server.redis.get(ofAddress));
    expect(before).toBeGreaterThan(1_000_000);
    await server.redis.set(ofAddress, 1_999_999_990);
    expect((await server.send({ photo: await jpegOf(9, 9) }, 'user:79')).status).toBe(429);
    await server.redis.set(ofAddress, before);
  });
});

/** A PNG of so many black pixels, which compress to nothing. */
async function pngBomb(width: number, height: number): Promise<Buffer> {
  const small = await pngOf(1, 1);
  const head = Buffer.from(small.subarray(0, 33));
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29);
  const data = deflateSync(Buffer.alloc(1_000_000));
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write('IDAT', 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return Buffer.concat([head, chunk, small.subarray(-12)]);
}

/** A JPEG that says it has 65,500 pixels each way. */
function jpegBomb(small: Buffer): Buffer {
  const bomb = Buffer.from(small);
  const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]));
  bomb.writeUInt16BE(65_500, frame + 5);
  bomb.writeUInt16BE(65_500, frame + 7);
  return bomb;
}
