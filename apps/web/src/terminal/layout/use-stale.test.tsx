import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { live } from '../../live/index.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { useUnreachable } from './use-stale.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => live.stop());

function Orders({ ready }: { ready: boolean }) {
  return <p>{useUnreachable(ready) ? 'no connection' : 'rows'}</p>;
}

test('a network that lets no socket through is said after ten seconds, in place of rows that cannot come', async () => {
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      send() {}
      close() {}
    },
  );
  renderPage(() => (
    <>
      <Orders ready={false} />
      <Orders ready />
    </>
  ));
  expect(screen.getAllByText('rows')).toHaveLength(2);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
  await screen.findByText('no connection');
  expect(screen.getAllByText('rows')).toHaveLength(1);
});
