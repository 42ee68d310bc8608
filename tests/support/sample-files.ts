/** Files as people send them, small. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 120, g: 90, b: 60 } } });

export function jpegOf(width: number, height: number): Promise<Buffer> {
  return picture(width, height).jpeg().toBuffer();
}

/** A photo with as much in it as one of a phone. */
export function noisyJpeg(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

export function pngOf(width: number, height: number): Promise<Buffer> {
  return picture(width, height).png().toBuffer();
}

/** A photo whose metadata has a text. */
export function jpegWithExif(text: string): Promise<Buffer> {
  return picture(60, 40)
    .withExif({ IFD0: { ImageDescription: text, Make: 'Camera' } })
    .jpeg()
    .toBuffer();
}

/** The boxes of a film. @param hidden what a box that players skip has inside */
export function mp4(hidden: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')),
    box('free', hidden),
    box('moov', box('mvhd', Buffer.alloc(100))),
    box('mdat', Buffer.alloc(500)),
  ]);
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** As a browser records it: a segment without a size. */
export function webm(): Buffer {
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')]);
  const header = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + docType.length]), docType]);
  const segment = Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  return Buffer.concat([header, segment, Buffer.alloc(300)]);
}

/** A PDF of one page. @param objects what stands among its objects besides */
export function pdfOf(objects: string | Buffer = ''): Buffer {
  const [head, tail] = [
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n',
    '\ntrailer\n<< /Size 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
  ];
  return Buffer.concat(
    [head, objects, tail].map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
}

/** Objects of a PDF in compressed form, as most writers make them. @param given what is written in another way */
export function objectStream(
  text: string,
  dictionary = '/Filter /FlateDecode',
  given: { type?: string; content?: Buffer; keyword?: string } = {},
): Buffer {
  const { type = '/Type /ObjStm', keyword = '\nstream\n', content = deflateSync(Buffer.from(`8 0 ${text}`)) } = given;
  const head = `7 0 obj\n<< ${type} /N 1 /First 4 ${dictionary} /Length ${content.length} >>${keyword}`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream\nendobj\n')]);
}
