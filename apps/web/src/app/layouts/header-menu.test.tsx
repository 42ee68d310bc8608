import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { usePreferences } from '../../platform/preferences.ts';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { HeaderMenu } from './header-menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  usePreferences.setState({ lastPerpetual: null });
});

test.each([
  [null, '/perpetuals'],
  ['ETH_USDT', '/perpetual/ETH_USDT'],
])('after the perpetual market %s the menu leads to %s', async (lastPerpetual, address) => {
  startNetwork({});
  usePreferences.setState({ lastPerpetual });
  renderPage(() => <HeaderMenu menu={{ name: 'buyCrypto', to: '/trade' }} />);
  await userEvent.click(screen.getByRole('button'));
  const item = await screen.findByRole('menuitem', { name: /^Perpetuals/ });
  expect(item.getAttribute('href')).toBe(address);
  expect(screen.getByRole('menuitem', { name: /^Quick swap/i }).getAttribute('href')).toBe('/exchange');
});
