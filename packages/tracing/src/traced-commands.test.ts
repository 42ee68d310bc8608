import { expect, test } from 'vitest';
import { parentIn, tracedIn, tracedText } from './traced-commands.ts';

const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`;
const fieldsOf = (text: string) => ['c', 'bytes', 't', text].map((part) => Buffer.from(part));

test('the traced commands of an entry are read as they were written', () => {
  const parent = parentIn(traceparent);
  if (!parent) throw new Error('the header was not read');
  const commands = [0, 1_999].map((index) => ({ index, parent }));
  expect(tracedText(commands)).toBe(`0=${traceparent},1999=${traceparent}`);
  expect(tracedIn(fieldsOf(tracedText(commands)))).toEqual(commands);
});

test.each([
  '',
  ',',
  '0=',
  `0=01${traceparent.slice(2)}`,
  `0=${traceparent.toUpperCase()}`,
  `0=00-${'0'.repeat(32)}-${'b2'.repeat(8)}-01`,
  ...['', '-1', '1.5', '1e3', '01', '2000', 'x'].map((index) => `${index}=${traceparent}`),
])('%j beside an entry traces nothing, and stops nobody', (text) => {
  expect(tracedIn(fieldsOf(text))).toBeUndefined();
});

test('a field that no writer makes is not read, or no further than an entry has commands', () => {
  const many = (count: number) => Array.from({ length: count }, () => `7=${traceparent}`).join(',');
  expect(tracedIn(fieldsOf(many(2_500)))).toHaveLength(2_000);
  expect(tracedIn(fieldsOf(many(200_000)))).toBeUndefined();
  const full = Array.from({ length: 2_000 }, (_, index) => `${index}=${traceparent}`).join(',');
  expect(tracedIn(fieldsOf(full))).toHaveLength(2_000);
});

test('an entry has no traces in fields of another name, nor without them', () => {
  expect(tracedIn(['c', 'bytes'].map((part) => Buffer.from(part)))).toBeUndefined();
  expect(tracedIn(['c', 'bytes', 'x', `0=${traceparent}`].map((part) => Buffer.from(part)))).toBeUndefined();
});
