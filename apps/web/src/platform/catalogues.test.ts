// @vitest-environment node
/** Whether each language has what it claims: every text, with the same placeholders, in the plural forms of the language. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clientLanguages } from '@pelican/shared/contracts/system';
import { allPlaceholdersOf, withoutPlaceholders } from '@pelican/shared/contracts/texts';
import { expect, test } from 'vitest';
import { flatten, namespaceOf } from '../../build/messages.ts';
import { areaOf, areasOfEachLanguage, isOfConsole, messageAreas, translatedAreas } from './message-areas.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const plural = /_(zero|one|two|few|many|other)$/;

function textsOf(path: string): Map<string, string> {
  return new Map(flatten(JSON.parse(readFileSync(`${source}${path}`, 'utf8'))));
}

/** The catalogues of a language by namespace. */
function cataloguesOf(language: string): Map<string, { path: string; texts: Map<string, string> }> {
  const paths = globSync(`**/locales/${language}.json`, { cwd: source });
  return new Map(paths.map((path) => [namespaceOf(path), { path, texts: textsOf(path) }]));
}

/** Keys as a language needs them: of a plural one for each of its forms. */
function keysIn(language: string, keys: Iterable<string>): Set<string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return new Set(
    [...keys].flatMap((key) => (plural.test(key) ? forms.map((form) => key.replace(plural, `_${form}`)) : [key])),
  );
}

/** What becomes a link stands between brackets. */
const linksOf = (text: string) => text.match(/\[[^\]]+\]/g)?.length ?? 0;

/** The number that chooses the form of a plural. */
const number = '{{count}}';

/** A form of few things may leave the number out, as English does for one. */
function differs(key: string, english: string, text: string): boolean {
  if (text.trim() === '' || linksOf(text) !== linksOf(english)) return true;
  const [wanted, found] = [allPlaceholdersOf(english).toSorted(), allPlaceholdersOf(text).toSorted()];
  const isSame = wanted.join() === found.join();
  if (isSame || !plural.test(key) || key.endsWith('_other')) return !isSame;
  return wanted.filter((one) => one !== number).join() !== found.filter((one) => one !== number).join();
}

const english = cataloguesOf('en');

/** Names, abbreviations, and texts that are made of placeholders alone. */
function mayBeEnglish(text: string): boolean {
  const rest = withoutPlaceholders(text).replace(
    /\b(?:Pelican|App Store|Google Play|Telegram ID|Koinly|CoinTracking|USDT|PnL|[A-Z]{2,5})\b/g,
    '',
  );
  return !/[a-z]/i.test(rest);
}

test.each(Object.entries(translatedAreas))('%s: every text of the areas that it claims', (language, areas) => {
  const catalogues = cataloguesOf(language);
  const faults: string[] = [];
  for (const [namespace, { path: englishPath, texts }] of english) {
    const area = areaOf(namespace);
    if (!area || !areas.includes(area)) continue;
    const path = englishPath.replace(/en\.json$/, `${language}.json`);
    const translated = catalogues.get(namespace)?.texts ?? new Map<string, string>();
    const wanted = keysIn(language, texts.keys());
    for (const key of wanted) {
      const original = texts.get(key) ?? texts.get(key.replace(plural, '_other')) ?? '';
      const text = translated.get(key);
      if (text === undefined) faults.push(`${path}: ${key} is missing; in English: ${original}`);
      else if (differs(key, original, text)) faults.push(`${path}: ${key} has other placeholders or links: ${text}`);
      else if (text === original && !mayBeEnglish(text)) faults.push(`${path}: ${key} is English: ${text}`);
    }
    for (const key of translated.keys())
      if (!wanted.has(key)) faults.push(`${path}: ${key} is no text of ${englishPath}`);
  }
  expect(faults, `Add what is missing to these files of apps/web/src:\n${faults.join('\n')}`).toEqual([]);
});

test('each namespace has an area, and each area namespaces that exist', () => {
  const without = [...english.keys()].filter((namespace) => !isOfConsole(namespace) && !areaOf(namespace));
  expect(without, 'give them an area in platform/message-areas.ts').toEqual([]);
  const unknown = Object.values(messageAreas)
    .flat()
    .filter((namespace) => !english.has(namespace));
  expect(unknown).toEqual([]);
});

test('a language is offered with the areas that visitors and traders see, and no catalogue lies outside of what it claims', () => {
  for (const { code } of clientLanguages) {
    if (code === 'en') continue;
    expect(translatedAreas[code], code).toEqual(expect.arrayContaining([...areasOfEachLanguage]));
    const unclaimed = [...cataloguesOf(code)].filter(([namespace]) => {
      const area = areaOf(namespace);
      return !area || !translatedAreas[code].includes(area);
    });
    expect(unclaimed.map(([, { path }]) => path)).toEqual([]);
  }
});

test('a translation that has lost a place, a link or a plural form is noticed', () => {
  expect(differs('a', 'Sold {{amount}}', 'बेचा')).toBe(true);
  expect(differs('a', '[terms]', 'शर्तें')).toBe(true);
  expect(differs('a_one', '{{count}} day of {{all}}', 'एक दिन, {{all}}')).toBe(false);
  expect(differs('a_other', '{{count}} days', 'दिन')).toBe(true);
  expect([...keysIn('ru', ['a_one', 'a_other', 'b'])].toSorted()).toEqual(['a_few', 'a_many', 'a_one', 'a_other', 'b']);
});
