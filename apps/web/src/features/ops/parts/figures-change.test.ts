import { expect, test } from 'vitest';
import { changeBody, changedNames, sentBody } from './figures-change.ts';

const read = { fee: '0.1', decimals: null, name: 'A' };
const wanted = { name: 'B', fee: '0.2', decimals: null };

test('a change says what differs, and all that was read', () => {
  expect(changedNames(read, wanted)).toEqual(['fee', 'name']);
  expect(changeBody(read, wanted, 'why')).toEqual({ change: { fee: '0.2', name: 'B' }, before: read, reason: 'why' });
  expect(changeBody(read, { ...read }, 'why').change).toEqual({});
});

test('figures that are texts in the form are sent as the call takes them', () => {
  const numbers = (texts: Partial<{ a: string; b: string }>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]));
  const change = changeBody({ a: '1', b: '2' }, { a: '1', b: '3' }, 'why');
  expect(sentBody(change, numbers)).toEqual({ change: { b: 3 }, before: { a: 1, b: 2 }, reason: 'why' });
});
