/**
 * Texts that people read come from the catalogues. Biome sees those between tags (noJsxLiterals); here are attributes, the fields of what is
 * handed over as data, and what is said by a toast.
 */
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const shown =
  'aria-(?:label|description|roledescription|valuetext)|title|placeholder|label|alt|description|legend|caption';
/** What stands between quotation marks, of which the group `mark` is one. */
const literal = '(?<mark>["\'`])(?<text>(?:(?!\\k<mark>).)*)\\k<mark>';

const patterns = [
  // <input placeholder="…">, title={'…'}, title={isOn ? '…' : …}
  new RegExp(`(?<![\\w.-])(?:${shown})=(?:\\{(?:[^{}()<]*?(?:[?:]|&&|\\|\\|))?\\s*)?${literal}`, 'gs'),
  // { title: '…' }; a word that begins small is the name of something, or the key of a message
  new RegExp(`(?<![\\w.-])["']?(?:${shown})["']?:\\s*(?!["'][a-z][\\w.:-]*["'])${literal}`, 'g'),
  // element.setAttribute('title', '…'), element.title = '…'
  new RegExp(`setAttribute\\(["'](?:${shown})["'],\\s*${literal}`, 'g'),
  new RegExp(`\\.(?:title|placeholder|label|alt|ariaLabel|textContent|innerText) = ${literal}`, 'g'),
  // notify.error('…')
  new RegExp(`\\bnotify\\.\\w+\\(\\s*${literal}`, 'g'),
];

/** Examples of what is typed, which are alike in all languages. */
const alikeEverywhere = /^(?:BTC\/USDT|(?:XXXX-?)+)$/;

/** Two letters in a row outside of what is computed. */
function isText(value: string): boolean {
  const written = value.replaceAll(/\$\{[^}]*\}/g, '');
  return /\p{L}{2}/u.test(written) && !alikeEverywhere.test(written);
}

function hardCodedTexts(source: string): string[] {
  // A key of a message is no text.
  const own = source.replaceAll(/\b(?:t|message)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, 't()');
  return patterns
    .flatMap((pattern) => [...own.matchAll(pattern)])
    .filter(({ groups }) => isText(groups?.text ?? ''))
    .map(([found]) => found);
}

test.each([
  `<input placeholder="Your name" />`,
  `<img alt='A coin' />`,
  '<Button aria-label={`Close $' + '{name}`} />',
  `<Button title={isOn ? 'Off' : 'On'} />`,
  `const legend = [{ title: 'Vol ', value: '{volume}' }];`,
  `notify.error('It failed');`,
  `document.title = 'Markets';`,
  `element.setAttribute('aria-label', 'Close');`,
])('a text in the code is noticed: %s', (source) => {
  expect(hardCodedTexts(source)).toHaveLength(1);
});

test.each([
  `<input placeholder={t('name.label')} />`,
  `<Button aria-label={t(isOn ? 'off' : 'on', { name })} />`,
  '<p title={`$' + '{name}: $' + '{value}`} />',
  `const column = { label: t('price'), title: message('common:price') };`,
  `notify.error(t('failed'), { title: t('error') });`,
])('a text of a catalogue is none: %s', (source) => {
  expect(hardCodedTexts(source)).toEqual([]);
});

test('what people read comes from the catalogues', () => {
  const faults = Object.entries(sources).flatMap(([path, source]) =>
    hardCodedTexts(source).map((text) => `${path}: ${text}`),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(500);
  expect(faults).toEqual([]);
});
