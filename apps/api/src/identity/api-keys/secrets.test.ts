import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { decryptSecret, encryptSecret, isCurrent } from './secrets.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];

it('reads what an older key has encrypted while both are set, and writes with the newest', () => {
  const stored = encryptSecret('hidden', [older], 'a');
  expect(decryptSecret(stored, [newer, older], 'a')).toBe('hidden');
  expect(isCurrent(stored, [newer, older])).toBe(false);
  const again = encryptSecret('hidden', [newer, older], 'a');
  expect(isCurrent(again, [newer, older])).toBe(true);
  expect(decryptSecret(again, [newer], 'a')).toBe('hidden');
});

it('reads secrets that were stored before they named their key', () => {
  const stored = encryptSecret('hidden', [older], 'a').subarray(5);
  expect(decryptSecret(stored, [newer, older], 'a')).toBe('hidden');
  expect(isCurrent(stored, [older])).toBe(false);
});

it('says which key is missing, and refuses what was tampered with or moved to another API key', () => {
  const stored = encryptSecret('hidden', [older], 'a');
  expect(() => decryptSecret(stored, [newer], 'a')).toThrow('API key a needs an encryption key that is not set');
  expect(() => decryptSecret(stored, [older], 'b')).toThrow();
  stored[stored.length - 1] = (stored.at(-1) as number) ^ 1;
  expect(() => decryptSecret(stored, [older], 'a')).toThrow();
});
