import { afterEach, expect, test, vi } from 'vitest';
import { announceReturn, onceBack } from './once-back.ts';

function show(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ['the person', () => show(false)],
  ['the network', () => dispatchEvent(new Event('online'))],
  ['the exchange', announceReturn],
])('%s comes back, and is heard once', (_, comeBack) => {
  const listener = vi.fn();
  onceBack(listener);
  comeBack();
  comeBack();
  expect(listener).toHaveBeenCalledOnce();
});

test('nobody is back while the tab is hidden', () => {
  const listener = vi.fn();
  show(true);
  onceBack(listener);
  dispatchEvent(new Event('online'));
  announceReturn();
  expect(listener).not.toHaveBeenCalled();
  show(false);
  expect(listener).toHaveBeenCalledOnce();
});
