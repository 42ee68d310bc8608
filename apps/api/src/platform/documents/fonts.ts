/**
 * Fonts of documents. A font of the web is divided by scripts, and the rupee sign is not in the part with the digits: a text is divided into runs,
 * each in the first font that has its characters.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

export type Weight = 'plain' | 'strong';
const weights: Record<Weight, number> = { plain: 400, strong: 600 };
/** The first one that has a character is taken. */
const parts = [
  '@fontsource/inter/files/inter-latin',
  '@fontsource/inter/files/inter-latin-ext',
  '@fontsource/inter/files/inter-cyrillic',
  '@fontsource/inter/files/inter-greek',
  '@fontsource/inter/files/inter-vietnamese',
  '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
];
/**
 * Features of scripts whose letters stand alone: digits of one width, and none of the rules between neighbours, which take most of the time of a long table.
 */
export const unjoined = { tnum: true, calt: false, kern: false };
const nowhere = '?';
/** Of joining and direction: they are part of the run around them, and never shown by themselves. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

interface FontPart {
  /** Its name in a document. */
  name: string;
  content: Buffer;
  /** Its letters join: a text is shaped as a whole. */
  joins: boolean;
  has: ReadonlySet<number>;
  /** Width of a character in parts of the size of the font; digits have one width. */
  widthOf(character: string): number;
}

const loaded: Partial<Record<Weight, readonly FontPart[]>> = {};

/** The parts of a weight, read when the first document of the process needs them. */
export function fontParts(weight: Weight): readonly FontPart[] {
  const found = loaded[weight];
  if (found) return found;
  const read = parts.map((part) => {
    const content = readFileSync(resolve(`${part}-${weights[weight]}-normal.woff`));
    const font = create(content);
    if (!('characterSet' in font)) throw new Error(`${part} is a collection of fonts`);
    const joins = part.includes('devanagari');
    const widths = new Map<string, number>();
    return {
      name: `${part}-${weight}`,
      content,
      joins,
      has: new Set(font.characterSet),
      widthOf(character: string) {
        const known = widths.get(character);
        if (known !== undefined) return known;
        const width = font.layout(character, joins ? undefined : unjoined).advanceWidth / font.unitsPerEm;
        widths.set(character, width);
        return width;
      },
    };
  });
  loaded[weight] = read;
  return read;
}

export interface TextRun {
  font: string;
  joins: boolean;
  text: string;
  /** In parts of the size of the font: the sum of its characters, which for joined scripts is a little more than it takes. */
  width: number;
}

/** Divides a text into runs of one font each. A character that no font has is shown as a question mark. */
export function runsOf(text: string, weight: Weight): TextRun[] {
  const fonts = fontParts(weight);
  const runs: TextRun[] = [];
  for (const character of text.normalize('NFC').replace(invisible, '')) {
    const code = character.codePointAt(0) as number;
    const last = runs.at(-1);
    const fitting =
      fonts.find(({ has, name }) => name === last?.font && has.has(code)) ?? fonts.find(({ has }) => has.has(code));
    const font = fitting ?? (fonts[0] as FontPart);
    const shown = fitting ? character : nowhere;
    const width = font.widthOf(shown);
    if (last?.font !== font.name) runs.push({ font: font.name, joins: font.joins, text: shown, width });
    else {
      last.text += shown;
      last.width += width;
    }
  }
  return runs;
}
