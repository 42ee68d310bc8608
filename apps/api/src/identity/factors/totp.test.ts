import { expect, it } from 'vitest';
import { generateSeed, seedText, seedUri, stepOfCode } from './totp.ts';

it('takes codes of the step, of the one before and of the one after, with a space in them too', () => {
  const seed = Buffer.from('12345678901234567890', 'ascii');
  for (const [seconds, step] of [
    [29, 1],
    [59, 1],
    [89, 1],
    [119, undefined],
  ] as const)
    expect(stepOfCode(seed, '287 082', seconds * 1000), String(seconds)).toBe(step);
});

it('takes nothing but six digits', () => {
  const seed = Buffer.from('12345678901234567890', 'ascii');
  for (const text of ['', '28708', '94287082', '28708２', '-87082', '287082x'])
    expect(stepOfCode(seed, text, 59_000), text).toBeUndefined();
});

it('makes seeds of 160 bits, and an address that names issuer and account', () => {
  const seed = generateSeed();
  expect(seed).toHaveLength(20);
  expect(generateSeed()).not.toEqual(seed);
  const uri = new URL(seedUri(seed, 'a@b.test'));
  expect(uri.searchParams.get('secret')).toBe(seedText(seed));
  expect(uri.searchParams.get('issuer')).toBe('Pelican');
  expect(decodeURIComponent(uri.pathname)).toContain('Pelican:a@b.test');
});
