import { afterEach, expect, test, vi } from 'vitest';
import { onReturn, returned } from './on-return.ts';

function show(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

afterEach(() => vi.restoreAllMocks());

test('the person, the network and the exchange come back; a tab that is hidden does not', () => {
  const listener = vi.fn();
  const stop = onReturn(listener);
  show(true);
  expect(listener).not.toHaveBeenCalled();
  show(false);
  dispatchEvent(new Event('online'));
  returned();
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  returned();
  expect(listener).toHaveBeenCalledTimes(3);
});
