import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Transaction } from '../../platform/database/index.ts';
import { askedPayload, namesSameFacts } from './payloads.ts';

const tx = {} as Transaction;
const payload = z.object({ name: z.string(), before: z.int().optional() });

test('what is bound in a form that this release does not read is refused, and is no fault of the program', async () => {
  const bindsText = { payload, bind: async (_: Transaction, { name }: { name: string }) => ({ name, before: 'x' }) };
  const asked = askedPayload(tx, bindsText as unknown as Parameters<typeof askedPayload>[1], { name: 'a' });
  await expect(asked).rejects.toMatchObject({ code: 'invalid_argument', message: expect.stringContaining('before') });
});

test('a request keeps what its action binds, as this release reads it', async () => {
  const bind = async (_: Transaction, { name }: { name: string }) => ({ name, before: 7, later: true });
  expect(await askedPayload(tx, { payload, bind }, { name: 'a' })).toEqual({ name: 'a', before: 7 });
});

test.each([
  ['other values', { before: { fee: '2' } }, true],
  ['one fact more', { before: { fee: '1' }, opens: {} }, false],
  ['one figure more', { before: { fee: '1', tax: '1' } }, false],
  ['none of them', {}, false],
  ['a figure alone', { before: '1' }, false],
])('a request that names %s', (_, other, isSame) => {
  expect(namesSameFacts({ before: { fee: '1' } }, other)).toBe(isSame);
});
