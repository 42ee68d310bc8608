import { expect, test } from 'vitest';
import { faultsOf, longestInPlaceOf, stillFits } from './rules.ts';

test.each([
  ['other words', 'Sold {{amount}} {{ticker}}', '{{ticker}}: {{amount}} sold', []],
  ['a place twice', 'Buy {{ticker}}', '{{ticker}}, {{ticker}}!', []],
  ['joiners of Indian scripts', 'Sign in', 'क्‍ष', []],
  ['nothing', 'Buy', '  ', ['empty']],
  ['a place that is missing', 'Sold {{amount}}', 'Sold', ['places']],
  ['a place that nobody fills', 'Sold', 'Sold {{secret}}', ['places']],
  ['a place by another name', 'Sold {{amount}}', 'Sold {{ amount}}', ['places']],
  ['a link that is missing', 'The [terms]', 'The terms', ['links']],
  ['a link without words', 'The [terms]', 'The []', ['links']],
  ['brackets the wrong way round', 'The [terms]', 'The ]terms[', ['links']],
  ['markup', 'Buy', '<b>Buy</b>', ['markup']],
  ['half a place', 'Buy', 'Buy {{', ['markup']],
  ['another message', 'Buy', '$t(common:side.sell)', ['markup']],
  ['a line', 'Buy', 'Buy\nnow', ['signs']],
  ['text that is turned round', 'Buy', 'Buy \u202eyub', ['signs']],
  ['the original', 'Buy', 'Buy', ['same']],
  ['more room than the place has', 'Buy', 'B'.repeat(101), ['long']],
])('%s', (_what, original, text, faults) => {
  expect(faultsOf(original, text)).toEqual(faults);
});

test('the room grows with the original, up to an end', () => {
  expect([3, 200, 900].map((length) => longestInPlaceOf('x'.repeat(length)))).toEqual([100, 600, 1_000]);
});

test('after a release a text fits as long as its places and links do', () => {
  expect(stillFits('Buy', 'B'.repeat(101))).toBe(true);
  expect(stillFits('Buy', 'Buy')).toBe(true);
  expect(stillFits('Buy {{ticker}}', 'Buy')).toBe(false);
});
