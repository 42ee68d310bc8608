import { afterEach, expect, test, vi } from 'vitest';
import { isAnnouncedOnPage } from './page-announcements.ts';
import { saidHere } from './said-here.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what was done here is not said again by the notice about it, and what is done elsewhere later is', () => {
  vi.useFakeTimers();
  saidHere('password_changed');
  expect(isAnnouncedOnPage('password_changed')).toBe(true);
  expect(isAnnouncedOnPage('two_factor_disabled')).toBe(false);
  vi.advanceTimersByTime(31_000);
  expect(isAnnouncedOnPage('password_changed')).toBe(false);
});
