import type { NoticeChoices as Choices } from '@pelican/shared/contracts/notices';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './preferences-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const on = { enabled: true, forced: false };
const off = { enabled: false, forced: false };
const forced = { enabled: true, forced: true };

const choices = (mail: typeof on): Choices => ({
  result: [
    { category: 'security', channels: { in_app: forced, mail: forced, text: off } },
    { category: 'wallet', channels: { in_app: on, mail, text: off } },
  ],
});

const checked = (name: string) => (screen.getByRole('switch', { name }) as HTMLInputElement).checked;

test('a channel of a category is turned off; what is forced cannot be', async () => {
  const network = startNetwork({
    'GET /v3/notices/choices': () => ({ body: choices(on) }),
    'POST /v3/notices/choices': () => ({ body: choices(off) }),
  });
  startSession(tokens('mine'));
  renderPage(Component);
  const wallet = await screen.findByRole('switch', { name: 'Deposits, withdrawals and transfers: E-mail' });
  const security = screen.getByRole('switch', { name: 'Security: E-mail' }) as HTMLInputElement;
  expect([security.checked, security.disabled]).toEqual([true, true]);
  await userEvent.click(wallet);
  await waitFor(() => expect(checked('Deposits, withdrawals and transfers: E-mail')).toBe(false));
  expect(network.sentTo('/v3/notices/choices').at(-1)?.body).toEqual({
    category: 'wallet',
    channel: 'mail',
    enabled: false,
  });
});

test('a change that the server refuses is undone on the screen', async () => {
  startNetwork({
    'GET /v3/notices/choices': () => ({ body: choices(on) }),
    'POST /v3/notices/choices': () => ({ status: 503, body: refusal('service_unavailable', 'Not now') }),
  });
  startSession(tokens('mine'));
  renderPage(Component);
  const name = 'Deposits, withdrawals and transfers: E-mail';
  await userEvent.click(await screen.findByRole('switch', { name }));
  await waitFor(() => expect(checked(name)).toBe(true));
});
