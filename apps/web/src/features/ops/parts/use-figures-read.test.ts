import { expect, test } from 'vitest';
import { carryChoice, carryValue } from './use-figures-read.ts';

test('a field that was not touched follows the present figure, and one that was stays', () => {
  expect(carryValue('5', '5', '7')).toBe('7');
  expect(carryValue('6', '5', '7')).toBe('6');
});

test.each([
  ['nothing was chosen', ['a', 'b'], ['a', 'b'], ['b', 'c'], ['b', 'c']],
  ['one was added', ['a', 'x'], ['a'], ['a', 'c'], ['a', 'c', 'x']],
  ['one was left out', ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'c']],
  ['both have added the same', ['a', 'x'], ['a'], ['a', 'x'], ['a', 'x']],
  ['both have left out the same', ['a'], ['a', 'b'], ['a'], ['a']],
])('a choice over another one: %s', (_, chosen, read, present, wanted) => {
  expect(carryChoice(chosen, read, present)).toEqual(wanted);
});
