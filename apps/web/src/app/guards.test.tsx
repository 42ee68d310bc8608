import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession } from '../api/session.ts';
import { startNetwork } from '../testing/network.ts';
import { renderPage } from '../testing/render-page.tsx';
import { Component as OperatorsArea } from './operators-area.tsx';
import { Component as UserArea } from './user-area.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function visit(address: string): Promise<string> {
  startNetwork({});
  endSession();
  const isConsole = address.startsWith('/ops');
  const { router } = renderPage(isConsole ? OperatorsArea : UserArea, address, isConsole ? '/ops/*' : '/user/*');
  await waitFor(() => expect(router.state.location.pathname).not.toBe(address));
  const { pathname, search } = router.state.location;
  return pathname + search;
}

test.each(['/user/wallet-list', '/user', '/ops', '/ops/users'])('%s asks a visitor to sign in', async (address) => {
  // /user leads to the profile once its person is known.
  expect(await visit(address)).toBe(`/signIn?redirect=${encodeURIComponent(address)}`);
});

test.each(['/user/nothing', '/ops/nothing'])('%s is not found, without a sign-in', async (address) => {
  expect(await visit(address)).toBe('/not-found');
});

test('the console begins in a document of its own where a widget of support has run its script', async () => {
  const script = document.createElement('script');
  script.dataset.supportWidget = 'loaded';
  document.head.append(script);
  startNetwork({});
  endSession();
  const { router, container } = renderPage(OperatorsArea, '/ops', '/ops/*');
  // jsdom loads no page: neither the console nor the way to the sign-in is there meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(router.state.location.pathname).toBe('/ops');
  expect(container.querySelector('main, form')).toBeNull();
  script.remove();
});
