import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

/** As Chromium does it: a change is reported only when nobody has read `matches` since. */
class Query extends EventTarget {
  #isLight = false;
  #known = false;

  get matches(): boolean {
    this.#known = this.#isLight;
    return this.#isLight;
  }

  change(isLight: boolean): void {
    this.#isLight = isLight;
  }

  report(): void {
    if (this.#known === this.#isLight) return;
    this.#known = this.#isLight;
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.#isLight }));
  }
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('everything takes the scheme of the system, also what was rendered while it changed', async () => {
  const query = new Query();
  vi.stubGlobal('matchMedia', () => query);
  vi.resetModules();
  const { useColorScheme } = await import('./preferences.ts');
  const root = renderHook(useColorScheme);
  const header = renderHook(useColorScheme);
  query.change(true);
  header.rerender();
  act(() => query.report());
  expect(header.result.current).toBe('light');
  expect(root.result.current).toBe('light');
});
