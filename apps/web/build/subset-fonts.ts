/**
 * Cuts Inter down to what an English page with prices shows: ASCII and typographic signs in one file, the rupee and other
 * money signs (which live in Inter's latin-ext file) in another. 48 + 85 kB become about 25.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

function characters(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
}

/** Printable ASCII, Latin-1 letters, dashes, quotes, ellipsis, minus, arrows, bullets, subscript digits. */
const textCharacters = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–—‘’“”•…−×≈≤≥↑↓→←${characters(0x2080, 0x2089)}▲▼`;
const moneyCharacters = '₹₿€₮';

const files = [
  { source: 'inter-latin-wght-normal.woff2', target: 'inter-text.woff2', text: textCharacters },
  { source: 'inter-latin-ext-wght-normal.woff2', target: 'inter-money.woff2', text: moneyCharacters },
];

/** Writes the two files into `folder` unless they are there already, made from the same source and characters. */
export async function subsetFonts(folder: string): Promise<void> {
  const require = createRequire(import.meta.url);
  const source = join(dirname(require.resolve('@fontsource-variable/inter/package.json')), 'files');
  const version: string = JSON.parse(await readFile(join(source, '..', 'package.json'), 'utf8')).version;
  const key = createHash('sha256')
    .update(version + JSON.stringify(files))
    .digest('hex');
  const keyFile = join(folder, 'key');
  if (existsSync(keyFile) && (await readFile(keyFile, 'utf8')) === key) return;
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const font = await readFile(join(source, file.source));
    const subset = await subsetFont(font, file.text, {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 600, default: 400 } },
    });
    await writeFile(join(folder, file.target), subset);
  }
  await writeFile(keyFile, key);
}
