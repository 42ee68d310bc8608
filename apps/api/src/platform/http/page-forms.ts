import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A page in the forms in which browsers take it. */
export interface PageForms {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Nearly as small as the highest, in a tenth of its time. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export async function pageForms(html: string): Promise<PageForms> {
  const plain = Buffer.from(html);
  const [br, gzip] = await Promise.all([brotli(plain, brotliQuality), gzipped(plain)]);
  return { plain, br, gzip };
}
