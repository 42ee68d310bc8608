import { act, cleanup, render, screen } from '@testing-library/react';
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
  const Part = ({ name }: { name: string }) => <p>{`${name} ${useColorScheme()}`}</p>;
  const root = render(<Part name="root" />);
  const header = render(<Part name="header" />);
  query.change(true);
  header.rerender(<Part name="header" />);
  act(() => query.report());
  expect(screen.getByText(/^header/).textContent).toBe('header light');
  expect(screen.getByText(/^root/).textContent).toBe('root light');
  root.unmount();
});
