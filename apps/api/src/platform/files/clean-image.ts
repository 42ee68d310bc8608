/**
 * Images are decoded and encoded anew: what is stored has the picture and nothing else of what was sent, no place, no name of a camera,
 * and nothing behind the image.
 */
import { DomainError } from '@pelican/shared/contracts';
import sharp from 'sharp';
import { TurnQueue } from '../http/index.ts';

/** A photo of a phone has 12 to 50 million; an image of more is a bomb, and is refused before it is decoded. */
const pixelsMax = 64_000_000;
/** Enough to read the smallest print of a document. */
const sideMax = 4_096;
const decodeSeconds = 10;
const quality = 90;
/** Each decodes some hundred megabytes, and takes one of the threads that hash passwords. */
const decodesMax = 2;

// The library knows more formats; only these two may be decoded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

const decodes = new TurnQueue<'image'>(
  { runningMax: decodesMax, waitingMaxOfLane: 100, waitingMax: 100 },
  () => new DomainError('too_many_requests'),
);

/** The picture alone, upright; undefined for what is no image, a damaged one, or one of too many pixels. */
export function cleanImage(content: Buffer, kind: 'jpeg' | 'png'): Promise<Buffer | undefined> {
  return decodes.run('image', async () => {
    try {
      const picture = sharp(content, { limitInputPixels: pixelsMax, failOn: 'error' })
        .timeout({ seconds: decodeSeconds })
        .autoOrient()
        .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true });
      return await (kind === 'jpeg' ? picture.jpeg({ quality }) : picture.png()).toBuffer();
    } catch {
      return undefined;
    }
  });
}

export interface WebPicture {
  width: number;
  height: number;
  webp: Buffer;
}

const webQuality = 82;

/** A picture of the site, from one that `cleanImage` made. @param side pixels that it is wide and high at most @returns undefined for a damaged one */
export function webPicture(content: Buffer, side: number): Promise<WebPicture | undefined> {
  return decodes.run('image', async () => {
    try {
      const { data, info } = await sharp(content, { limitInputPixels: pixelsMax, failOn: 'error' })
        .timeout({ seconds: decodeSeconds })
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: webQuality })
        .toBuffer({ resolveWithObject: true });
      return { webp: data, width: info.width, height: info.height };
    } catch {
      return undefined;
    }
  });
}
