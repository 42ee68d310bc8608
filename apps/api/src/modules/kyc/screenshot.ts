/** Whether an image says of itself that it is a picture of a screen. One that says nothing passes: an operator looks at it. */
import exifr from 'exifr';
import type { SentFile } from '../../platform/files/index.ts';

const screens =
  /screen[ _-]?(shot|cap|grab|snip|record)|snipping|spectacle|flameshot|greenshot|lightshot|sharex|ksnip|snagit|shutter|bildschirmfoto|capture d.{0,3}cran|captura de (pantalla|tela)|schermata|zrzut ekranu|skärmavbild|снимок экрана|скриншот|スクリーンショット|屏幕截图|स्क्रीनशॉट/i;
const textMax = 64 * 1024;

/** Phones name the file so, and write nothing into it. */
export async function isScreenshot({ name, content }: SentFile): Promise<boolean> {
  const texts = [name.normalize('NFC'), ...pngTexts(content), ...(await metadataTexts(content))];
  return texts.some((text) => screens.test(text));
}

async function metadataTexts(image: Buffer): Promise<string[]> {
  const options = { tiff: true, exif: true, xmp: true, iptc: true, icc: false, userComment: true, mergeOutput: true };
  const found: unknown = await exifr.parse(image, options).catch(() => undefined);
  return textsOf(found, 3);
}

/** Comments are bytes: eight that name the character set, then the text. */
function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value.slice(0, textMax)];
  if (value instanceof Uint8Array)
    return [Buffer.from(value.subarray(0, textMax)).toString('latin1').replaceAll('\0', '')];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((one) => textsOf(one, depth - 1));
}

const pngHeadLength = 8;

/** Texts of tEXt and iTXt chunks: Software, Comment, Description ... */
function pngTexts(image: Buffer): string[] {
  if (image.toString('latin1', 1, 4) !== 'PNG') return [];
  const texts: string[] = [];
  for (let at = pngHeadLength; at + 12 <= image.length; ) {
    const length = image.readUInt32BE(at);
    const name = image.toString('latin1', at + 4, at + 8);
    const content = image.subarray(at + 8, at + 8 + Math.min(length, textMax));
    if (name === 'tEXt' || name === 'iTXt') texts.push(content.toString('utf8'));
    at += length + 12;
  }
  return texts;
}
