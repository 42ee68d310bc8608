import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSealedByNewest, seal, unseal } from './sealed.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const hidden = Buffer.from('hidden');

it('reads what an older key has encrypted while both are set, and writes with the newest', () => {
  const stored = seal(hidden, [older], 'a');
  expect(unseal(stored, [newer, older], 'a')).toEqual(hidden);
  expect(isSealedByNewest(stored, [newer, older])).toBe(false);
  const again = seal(hidden, [newer, older], 'a');
  expect(isSealedByNewest(again, [newer, older])).toBe(true);
  expect(unseal(again, [newer], 'a')).toEqual(hidden);
});

it('reads secrets that were stored before they named their key', () => {
  const stored = seal(hidden, [older], 'a').subarray(5);
  expect(unseal(stored, [newer, older], 'a')).toEqual(hidden);
  expect(isSealedByNewest(stored, [older])).toBe(false);
});

it('says which key is missing, and refuses what was tampered with or moved to another owner', () => {
  const stored = seal(hidden, [older], 'a');
  expect(() => unseal(stored, [newer], 'a')).toThrow('the secret of a needs an encryption key that is not set');
  expect(() => unseal(stored, [older], 'b')).toThrow();
  stored[stored.length - 1] = (stored.at(-1) as number) ^ 1;
  expect(() => unseal(stored, [older], 'a')).toThrow();
});
