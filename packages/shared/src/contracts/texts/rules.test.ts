import { expect, test } from 'vitest';
import {
  allPlaceholdersOf,
  faultsOf,
  longestInPlaceOf,
  partsOf,
  placeholdersOf,
  stillFits,
  takesTwoOperators,
  withoutPlaceholders,
} from './rules.ts';

test.each([
  ['other words', 'Sold {{amount}} {{ticker}}', '{{ticker}}: {{amount}} sold', []],
  ['a placeholder twice', 'Buy {{ticker}}', '{{ticker}}, {{ticker}}!', []],
  ['joiners of Indian scripts', 'Sign in', 'क्‍ष', []],
  ['nothing', 'Buy', '  ', ['empty']],
  ['a placeholder that is missing', 'Sold {{amount}}', 'Sold', ['placeholders']],
  ['a placeholder that nobody fills', 'Sold', 'Sold {{secret}}', ['placeholders']],
  ['a placeholder by another name', 'Sold {{amount}}', 'Sold {{ amount}}', ['placeholders']],
  ['a link that is missing', 'The [terms]', 'The terms', ['links']],
  ['a link without words', 'The [terms]', 'The []', ['links']],
  ['brackets the wrong way round', 'The [terms]', 'The ]terms[', ['links']],
  ['markup', 'Buy', '<b>Buy</b>', ['markup']],
  ['half a placeholder', 'Buy', 'Buy {{', ['markup']],
  ['another message', 'Buy', '$t(common:side.sell)', ['markup', 'address']],
  ['a line', 'Buy', 'Buy\nnow', ['signs']],
  ['text that is turned round', 'Buy', 'Buy \u202eyub', ['signs']],
  ['an Arabic letter mark', 'Buy', 'Buy\u061c', ['signs']],
  ['a space without width', 'Buy', 'B\u200buy', ['signs']],
  ['a soft hyphen', 'Buy', 'B\u00aduy', ['signs']],
  ['operators that are not seen', 'Buy', 'B\u2062uy', ['signs']],
  ['tags', 'Buy', 'Buy\u{e0041}', ['signs']],
  ['another line', 'Buy', 'Buy\u2028now', ['signs']],
  ['marks on top of each other', 'Buy', `Buy${'\u0301'.repeat(8)}`, ['signs']],
  ['a host', 'Write to support', 'Write to support at Help.Desk.test', ['address']],
  ['another path of a host', 'Ask at t.me/exchange', 'Ask at t.me/thief', ['address']],
  ['a host in letters of full width', 'Ask support', 'Ask ｈｅｌｐ．ｔｅｓｔ', ['address']],
  ['an address of a mailbox', 'Ask support', 'Ask x@help.test', ['address']],
  ['numbers of a host', 'Ask support', 'Ask 10.0.0.1', ['address']],
  ['a scheme', 'Ask support', 'Ask tg://thief', ['address']],
  ['the host of the original', 'Ask at t.me/exchange', 'They know it (t.me/exchange). Sum 1.25, etc.', []],
  ['the original', 'Buy', 'Buy', ['same']],
  ['more room than the place has', 'Buy', 'B'.repeat(101), ['long']],
])('%s', (_what, original, text, faults) => {
  expect(faultsOf(original, text)).toEqual(faults);
});

test('a text is known by its placeholders and by the words between them', () => {
  const text = '{{amount}} {{ticker}} for {{amount}}{{money}}, {{';
  expect(allPlaceholdersOf(text)).toEqual(['{{amount}}', '{{ticker}}', '{{amount}}', '{{money}}']);
  expect(placeholdersOf(text)).toEqual(['{{amount}}', '{{money}}', '{{ticker}}']);
  expect(withoutPlaceholders(text)).toBe('  for , {{');
  expect(partsOf(text)).toEqual([
    { text: '{{amount}}', isPlaceholder: true },
    { text: ' ', isPlaceholder: false },
    { text: '{{ticker}}', isPlaceholder: true },
    { text: ' for ', isPlaceholder: false },
    { text: '{{amount}}', isPlaceholder: true },
    { text: '{{money}}', isPlaceholder: true },
    { text: ', {{', isPlaceholder: false },
  ]);
  expect(partsOf('')).toEqual([]);
});

test('the room grows with the original, up to an end', () => {
  expect([3, 200, 900].map((length) => longestInPlaceOf('x'.repeat(length)))).toEqual([100, 600, 1_000]);
});

test('after a release a text fits as long as its placeholders and links do', () => {
  expect(stillFits('Buy', 'B'.repeat(101))).toBe(true);
  expect(stillFits('Buy', 'Buy')).toBe(true);
  expect(stillFits('Buy {{ticker}}', 'Buy')).toBe(false);
});

test('what people sign, pay and trade by takes two operators, and so does an area that is new', () => {
  expect(['public', 'company', 'head'].filter(takesTwoOperators)).toEqual([]);
  const two = ['app', 'auth', 'trading', 'perpetual', 'wallet', 'account', 'lending'];
  expect(two.filter(takesTwoOperators)).toEqual(two);
});
