import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TabBar } from './tab-bar.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const tabWidth = 100;
const tabs = ['summary', 'gains', 'lots', 'income'].map((value) => ({ value, label: value }));
const bar = (value: string) => <TabBar label="Tax" tabs={tabs} value={value} onChange={() => {}} />;

/** A bar that is two tabs wide, with the tabs where its scrolling has brought them. */
function layOut(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
    if (this.getAttribute('role') === 'tablist') return new DOMRect(0, 0, 2 * tabWidth, 40);
    const index = tabs.findIndex(({ value }) => value === this.getAttribute('data-tab'));
    return new DOMRect(index * tabWidth - (this.parentElement?.scrollLeft ?? 0), 0, tabWidth, 40);
  });
}

test('the chosen tab is brought into sight, at first and as it changes, and one that is in sight stays', () => {
  layOut();
  const view = render(bar('summary'));
  const list = screen.getByRole('tablist');
  view.rerender(bar('gains'));
  expect(list.scrollLeft).toBe(0);
  view.rerender(bar('income'));
  expect(list.scrollLeft).toBe(250);
  view.rerender(bar('lots'));
  expect(list.scrollLeft).toBe(150);
  view.rerender(bar('gains'));
  expect(list.scrollLeft).toBe(50);
  view.unmount();
  render(bar('income'));
  expect(screen.getByRole('tablist').scrollLeft).toBe(250);
});
