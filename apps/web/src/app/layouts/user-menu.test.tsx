import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { UserMenu } from './user-menu.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

test.each([
  [true, 'VERIFIED'],
  [false, 'UNVERIFIED'],
])(
  'the menu of a user whose verification is %s says %s beside Profile, and ends the session',
  async (isVerified, label) => {
    const profile = { nickname: 'Alice', email: 'alice@test.local', is_verified: isVerified, is_operator: false };
    startNetwork({ 'GET /v2/settings/general': () => ({ body: profile }) });
    startSession(tokens('mine'));
    renderPage(UserMenu);
    await userEvent.click(await screen.findByRole('button', { name: 'Your account Alice' }));
    const own = await screen.findByRole('menuitem', { name: /^Profile/ });
    expect(within(own).getByText(label)).toBeDefined();
    expect(screen.getByRole('menuitem', { name: 'Logout' }).getAttribute('href')).toBe('/log-out');
  },
);
