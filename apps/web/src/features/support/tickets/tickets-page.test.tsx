import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { categoriesIn } from '../queries.ts';
import { Component } from './tickets-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const ticket = {
  id: 12,
  createdAt: 1_700_000_000,
  updatedAt: 1_700_000_000,
  supportCategoryId: 3,
  category: 'Deposits',
  topic: 'My deposit',
  status: 'in_proccess',
  email: 'a@test.local',
  text: 'Where is it?',
  fileName: null,
};

test('the list shows what is asked, its status in words, and a way to ask', async () => {
  startNetwork({
    'GET /v2/support': () => ({ body: { result: [ticket], total: 1, offset: 0, limit: 50 } }),
  });
  startSession(tokens('mine'));
  renderPage(Component);
  const link = await screen.findByRole('link', { name: /My deposit/ });
  expect(link.getAttribute('href')).toBe('/user/support/ticket/12');
  expect(link.textContent).toContain('In process');
  expect(link.textContent).toContain('Deposits');
  expect(screen.getByRole('button', { name: 'New ticket' })).toBeTruthy();
});

test('without tickets and with a refusal the page says so', async () => {
  let failing = true;
  startNetwork({
    'GET /v2/support': () =>
      failing
        ? { status: 503, body: refusal('service_unavailable', 'Not now') }
        : { body: { result: [], total: 0, offset: 0, limit: 50 } },
  });
  startSession(tokens('mine'));
  renderPage(Component);
  await screen.findByText('Your tickets could not be loaded');
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
  expect(await screen.findByText('You have no tickets.')).toBeTruthy();
});

test('a question is judged before it is sent, and what the server has against it is said at its field', async () => {
  const network = startNetwork({
    'POST /v2/support': ({ body }) =>
      (body as { text: string }).text === 'No'
        ? { status: 422, body: refusal('invalid_argument', 'Form is not valid', { text: ['Say more'] }) }
        : { body: { ...ticket, files: [], comments: [] } },
  });
  startSession(tokens('mine'));
  const { router } = renderPage(Component, '/user/support?new=1');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await screen.findAllByText('Field is required')).toHaveLength(2);
  expect(network.sentTo('/v2/support')).toEqual([]);
  await waitFor(() => screen.getByRole('option', { name: 'Deposits' }));
  await person.selectOptions(screen.getByLabelText('Category'), '3');
  await person.type(screen.getByLabelText('Your question'), 'No');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Say more')).toBeTruthy();
  await person.type(screen.getByLabelText('Your question'), 't here yet');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/support/ticket/12'));
  // The list is asked for again meanwhile.
  const asked = network.sentTo('/v2/support').filter(({ body }) => body !== undefined);
  expect(asked.at(-1)?.body).toEqual({ supportCategoryId: 3, text: 'Not here yet' });
});

test.each([
  ['ta', 'வைப்புகள்'],
  ['tr', 'Yatırmalar'],
  ['ru', 'Пополнения'],
  ['xx', 'Deposits'],
])('in %s a ticket may be about %s', (language, name) => {
  expect(categoriesIn(language)).toContainEqual({ id: 3, name });
});
