import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideSplash } from './splash.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="splash"></div>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isShown = () => document.getElementById('splash') !== null;
const stubMotion = (isReduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));

test('the splash screen goes 555 ms after the first render', () => {
  stubMotion(false);
  hideSplash();
  vi.advanceTimersByTime(554);
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isShown()).toBe(false);
});

test('it goes at once for people who want no motion', () => {
  stubMotion(true);
  hideSplash();
  vi.advanceTimersByTime(0);
  expect(isShown()).toBe(false);
});
