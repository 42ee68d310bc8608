import { expect, test } from 'vitest';
import { safeRedirect, signInPath } from './paths.ts';

test('sign-in carries the wanted address', () => {
  expect(signInPath('/user/orders-history?tab=deals')).toBe('/signIn?redirect=%2Fuser%2Forders-history%3Ftab%3Ddeals');
  expect(signInPath('/')).toBe('/signIn');
});

test('a redirect never leaves the site', () => {
  expect(safeRedirect('/user/wallet-list')).toBe('/user/wallet-list');
  for (const wanted of [null, '', '//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
    expect(safeRedirect(wanted)).toBe('/');
});
