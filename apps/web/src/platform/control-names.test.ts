/** Who says what stands on a control, to a program that is spoken to, has to reach it: its name has its text in it, in every language. */
import { expect, test } from 'vitest';

type Messages = { [key: string]: string | Messages | unknown[] };

const catalogues = import.meta.glob<Messages>('../**/locales/*.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx', '!../testing/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

function textsOf(messages: Messages, prefix = ''): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[prefix + key, value]];
    return Array.isArray(value) ? [] : textsOf(value as Messages, `${prefix}${key}.`);
  });
}

const catalogueTexts = Object.entries(catalogues).map(([path, messages]) => ({
  path,
  texts: new Map(textsOf(messages)),
}));

interface Control {
  /** Keys of messages, with their computed parts as wildcards. */
  name: RegExp;
  text: RegExp;
}

function patternOf(key: string): RegExp {
  const literal = key.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('(.+)')}$`);
}

/** A tag with a name by `t` around a text by `t`, which may have a picture before it. */
const namedTag =
  /<(?:Button|Link|button|a|NavLink)\b(?:[^<>]|=>)*?aria-label=\{t\([`']([^`']+)[`'](?:[^<>]|=>)*>\s*(?:<\w+[^<>]*\/>\s*)?\{t\([`']([^`']+)[`'][^{}]*\)\}\s*</g;

const controls = Object.values(sources).flatMap((source) =>
  [...source.matchAll(namedTag)].map(
    ([, name = '', text = '']): Control => ({ name: patternOf(name), text: patternOf(text) }),
  ),
);

/** As axe compares them. */
function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\{\{|\}\}/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return plain.trim().split(/\s+/);
}

function hasInIt(name: string, text: string): boolean {
  return ` ${wordsOf(name).join(' ')} `.includes(` ${wordsOf(text).join(' ')} `);
}

/** Pairs of a name and a text in one catalogue, whose computed parts are the same. */
function pairsIn(texts: ReadonlyMap<string, string>, { name, text }: Control): [name: string, text: string][] {
  return [...texts].flatMap(([key, named]) => {
    const ofName = name.exec(key);
    if (!ofName) return [];
    return [...texts].flatMap(([other, shown]): [string, string][] => {
      const ofText = text.exec(other);
      return ofText?.slice(1).every((part, at) => part === ofName[at + 1]) ? [[named, shown]] : [];
    });
  });
}

test('the name of each control has the text that stands on it, in each language', () => {
  expect(controls.length).toBeGreaterThan(25);
  expect(hasInIt('Details of order 1', 'Details')).toBe(true);
  expect(hasInIt('1 emrinin ayrıntıları', 'Ayrıntılar')).toBe(false);
  const missing = catalogueTexts.flatMap(({ path, texts }) =>
    controls.flatMap((control) =>
      pairsIn(texts, control)
        .filter(([name, text]) => !hasInIt(name, text))
        .map(([name, text]) => `${path}: ${name} / ${text}`),
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});
