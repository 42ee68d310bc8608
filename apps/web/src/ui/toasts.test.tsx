import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../platform/i18n.ts';
import { dismissAllToasts, forgetNotices, keptNotices, notify } from './notify.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
});
afterEach(() => {
  cleanup();
  dismissAllToasts();
  forgetNotices();
  vi.useRealTimers();
});

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test('a success stays 15 s, an error 1 s and then in the notification centre', () => {
  act(() => {
    notify.success('Order placed');
    notify.error('Insufficient balance');
  });
  expect(screen.getByRole('alert').textContent).toContain('Insufficient balance');
  pass(1_000);
  expect(screen.queryByText('Insufficient balance')).toBeNull();
  expect(keptNotices.getState().notices.map((notice) => notice.text)).toEqual(['Insufficient balance']);
  pass(13_900);
  expect(screen.queryByText('Order placed')).not.toBeNull();
  pass(200);
  expect(screen.queryByText('Order placed')).toBeNull();
});

test('the newest three are shown, the older ones are counted and come back while they last', () => {
  act(() => {
    for (const text of ['one', 'two', 'three', 'four', 'five']) notify.success(text);
  });
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByText('+2 more')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close this notice' })[0] as HTMLElement);
  const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace('Done: ', ''));
  expect(shown()).toEqual(['two', 'four', 'five']);
  expect(screen.getByText('+1 more')).toBeTruthy();
  pass(15_000);
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('a pointer on a toast stops its clock', () => {
  act(() => void notify.error('Read me'));
  const toast = screen.getByText('Read me').closest('li') as HTMLElement;
  fireEvent.mouseEnter(toast);
  pass(60_000);
  expect(screen.queryByText('Read me')).not.toBeNull();
  fireEvent.mouseLeave(toast);
  pass(1_000);
  expect(screen.queryByText('Read me')).toBeNull();
});

test('the same words in a burst are one notice', () => {
  act(() => {
    notify.error('No network');
    notify.error('No network');
  });
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

test('what is said again while it is shown is counted in one notice, whose time begins anew', () => {
  act(() => void notify.success('Bought 1 LTC'));
  pass(10_000);
  act(() => void notify.success('Bought 1 LTC'));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('listitem').textContent).toContain('×2');
  pass(10_000);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  pass(5_000);
  expect(screen.queryByRole('listitem')).toBeNull();
});
