/**
 * Cuts Inter down to what an English page with prices shows: ASCII and typographic signs in one file, the rupee and other
 * money signs (which live in Inter's latin-ext file) in another. 48 + 85 kB become about 25. Other languages have files of their
 * own, which a browser asks for where such a letter is shown: what Turkish has beyond Latin-1, Cyrillic, and Noto Sans for Hindi
 * and Tamil with all their conjuncts, in the weights of the client. The names of these two languages are on every page, for which
 * a file of their few letters is enough.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { clientLanguages } from '@pelican/shared/contracts/system';
import subsetFont from 'subset-font';

function characters(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
}

/** Printable ASCII, Latin-1 letters, dashes, quotes, ellipsis, minus, arrows, bullets, subscript digits. */
const textCharacters = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–—‘’“”•…−×≈≤≥↑↓→←${characters(0x2080, 0x2089)}▲▼`;
const moneyCharacters = '₹₿€₮';

/** What Latin-1 lacks for Turkish. */
const turkishCharacters = 'ĞğİıŞş';
/** Cyrillic of the Slavic languages, and the numero sign. */
const cyrillicCharacters = `${characters(0x400, 0x45f)}Ґґ№`;

/** The block Devanagari, the joiners, and the circle that a sign without its letter stands on. */
const hindiCharacters = `${characters(0x900, 0x97f)}\u200c\u200d\u25cc`;
const tamilCharacters = `${characters(0xb80, 0xbff)}\u200c\u200d\u25cc`;

const nameOf = (wanted: 'hi' | 'ta') => clientLanguages.find(({ code }) => code === wanted)?.name ?? '';

const require = createRequire(import.meta.url);
const inter = require.resolve('@fontsource-variable/inter/package.json');
const noto = require.resolve('@fontsource-variable/noto-sans-devanagari/package.json');
const notoTamil = require.resolve('@fontsource-variable/noto-sans-tamil/package.json');

const files = [
  { font: inter, source: 'inter-latin-wght-normal.woff2', target: 'inter-text.woff2', text: textCharacters },
  { font: inter, source: 'inter-latin-ext-wght-normal.woff2', target: 'inter-money.woff2', text: moneyCharacters },
  { font: inter, source: 'inter-latin-ext-wght-normal.woff2', target: 'inter-turkish.woff2', text: turkishCharacters },
  { font: inter, source: 'inter-cyrillic-wght-normal.woff2', target: 'inter-cyrillic.woff2', text: cyrillicCharacters },
  {
    font: noto,
    source: 'noto-sans-devanagari-devanagari-wght-normal.woff2',
    target: 'noto-devanagari.woff2',
    text: hindiCharacters,
  },
  {
    font: noto,
    source: 'noto-sans-devanagari-devanagari-wght-normal.woff2',
    target: 'name-of-hindi.woff2',
    text: nameOf('hi'),
  },
  {
    font: notoTamil,
    source: 'noto-sans-tamil-tamil-wght-normal.woff2',
    target: 'noto-tamil.woff2',
    text: tamilCharacters,
  },
  {
    font: notoTamil,
    source: 'noto-sans-tamil-tamil-wght-normal.woff2',
    target: 'name-of-tamil.woff2',
    text: nameOf('ta'),
  },
];

async function versionOf(font: string): Promise<string> {
  return JSON.parse(await readFile(font, 'utf8')).version;
}

/** Writes the files into `folder` unless they are there already, made from the same sources and characters. */
export async function subsetFonts(folder: string): Promise<void> {
  const versions = await Promise.all(files.map(({ font }) => versionOf(font)));
  const key = createHash('sha256')
    .update(JSON.stringify([versions, files.map(({ source, target, text }) => [source, target, text])]))
    .digest('hex');
  const keyFile = join(folder, 'key');
  if (existsSync(keyFile) && (await readFile(keyFile, 'utf8')) === key) return;
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const subset = await subsetFont(await readFile(join(dirname(file.font), 'files', file.source)), file.text, {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 600, default: 400 } },
    });
    await writeFile(join(folder, file.target), subset);
  }
  await writeFile(keyFile, key);
}
