import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { useTerminalSettings } from '../../../terminal/terminal-settings.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { supportChatQuery } from '../queries.ts';
import { ChatLauncher } from './chat-launcher.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const said = (id: number, text: string, author = 'user') => ({
  id,
  createdAt: 1_700_000_000 + id,
  author,
  name: null,
  text,
  files: [],
});
const ticket = {
  id: 12,
  createdAt: 1_700_000_000,
  updatedAt: 1_700_000_000,
  supportCategoryId: 10,
  category: 'Something else',
  topic: 'Hello',
  status: 'in_proccess',
  email: 'a@test.local',
  text: 'Hello',
  fileName: null,
  chat: true,
  files: [],
  comments: [said(1, 'Good morning.', 'operator')],
};
const room = { 'GET /chat/get_messages/en': () => ({ body: { messages: [], next: null } }) };

type Chat = { ticket: object | null };

function openChat(routes: Parameters<typeof startNetwork>[0], at = '/market#chat') {
  const network = startNetwork({ ...room, ...routes });
  startSession(tokens('mine'));
  return { network, ...renderPage(ChatLauncher, at) };
}

const field = () => screen.getByRole('textbox', { name: 'Write a message' });
const talk = () => screen.findByRole('log', { name: 'Your chat with support' });

test('the chat with support stands first; Enter sends a message, which stays in the field until it has arrived', async () => {
  let chat: Chat = { ticket: null };
  let isReachable = false;
  const { network } = openChat({
    'GET /v2/support/chat': () => ({ body: chat }),
    'POST /v2/support/chat': ({ body }) => {
      if (!isReachable) return { status: 503, body: refusal('service_unavailable', 'Not now') };
      chat = { ticket: { ...ticket, text: (body as { text: string }).text, comments: [] } };
      return { body: chat.ticket };
    },
  });
  expect(await screen.findByText(/What can we help you with/)).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Support', selected: true })).toBeTruthy();
  expect(document.activeElement).toBe(field());
  const person = userEvent.setup();
  await person.keyboard('Two{Shift>}{Enter}{/Shift}lines{Enter}');
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(field()).toHaveProperty('value', 'Two\nlines');
  isReachable = true;
  await person.keyboard('{Enter}');
  expect((await talk()).textContent).toContain('Two\nlines');
  await waitFor(() => expect(field()).toHaveProperty('value', ''));
  await person.keyboard('  {Enter}');
  const sent = network.sentTo('/v2/support/chat').filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'Two\nlines' }, { text: 'Two\nlines' }]);
});

test('a conversation has its earlier messages and its ticket; its end says so, and the next message begins another', async () => {
  let chat: Chat = { ticket: { ...ticket, comments: [said(3, 'And now?')], hasEarlier: true } };
  openChat({
    'GET /v2/support/chat': () => ({ body: chat }),
    'GET /v2/support/12': ({ path }) => {
      expect(path).toContain('before=3');
      return { body: { ...ticket, comments: [said(1, 'Good morning.', 'operator')], hasEarlier: false } };
    },
    'POST /v2/support/status/12': ({ body }) => {
      expect(body).toEqual({ status: 'fixed' });
      chat = { ticket: { ...ticket, status: 'fixed' } };
      return { body: chat.ticket };
    },
    'POST /v2/support/chat': () => {
      chat = { ticket: { ...ticket, id: 13, text: 'New', comments: [], status: 'created' } };
      return { body: chat.ticket };
    },
  });
  const log = await talk();
  const person = userEvent.setup();
  await person.click(within(log).getByRole('button', { name: 'Show earlier messages' }));
  expect(await within(log).findByText('Good morning.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ticket No. 12' }).getAttribute('href')).toBe('/user/support/ticket/12');
  await person.click(screen.getByRole('button', { name: 'End chat' }));
  expect(await screen.findByText('This chat has ended. Your next message begins a new one.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'End chat' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await person.keyboard('New{Enter}');
  expect(await screen.findByRole('link', { name: 'Ticket No. 13' })).toBeTruthy();
  expect((await talk()).textContent).not.toContain('Good morning.');
});

test('who is signed out is led to the sign-in, which comes back to the chat, and to ways without an account', async () => {
  startNetwork(room);
  renderPage(ChatLauncher, '/market?sort=name#chat');
  const signIn = await screen.findByRole('link', { name: 'Sign in' });
  expect(document.activeElement).toBe(signIn);
  expect(signIn.getAttribute('href')).toBe(`/signIn?redirect=${encodeURIComponent('/market?sort=name#chat')}`);
  expect(screen.getByRole('link', { name: 'Write to us by mail' }).getAttribute('href')).toBe('/support');
  expect(screen.getByRole('link', { name: 'Open the FAQ' }).getAttribute('href')).toBe('/faq');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the public chat is the other tab, which arrow keys and its address open; Escape closes the panel', async () => {
  // jsdom has none.
  vi.stubGlobal('CSS', { escape: (name: string) => name });
  const { router } = openChat({ 'GET /v2/support/chat': () => ({ body: { ticket: null } }) }, '/market');
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Support chat' }));
  (await screen.findByRole('tab', { name: 'Support' })).focus();
  await person.keyboard('{ArrowRight}');
  expect(await screen.findByText('No messages yet.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Traders', selected: true }));
  await person.keyboard('{Escape}');
  const button = await screen.findByRole('button', { name: 'Support chat' });
  expect(document.activeElement).toBe(button);
  await router.navigate('/market#traders');
  expect(await screen.findByRole('tab', { name: 'Traders', selected: true })).toBeTruthy();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.hash).toBe(''));
});

test('who has gone to another tab is told there of an answer, once, and of nothing that was there before', async () => {
  const shown = vi.fn();
  class FakeNotification {
    static permission = 'granted';
    constructor(title: string, { body }: { body: string }) {
      shown(title, body);
    }
  }
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  useTerminalSettings.setState({ notifyWhenHidden: true });
  let chat = ticket;
  const { queryClient } = openChat({ 'GET /v2/support/chat': () => ({ body: { ticket: chat } }) });
  vi.stubGlobal('Notification', FakeNotification);
  await talk();
  const read = async (...comments: typeof ticket.comments) => {
    chat = { ...ticket, comments: [...ticket.comments, ...comments] };
    await queryClient.refetchQueries({ queryKey: supportChatQuery.queryKey });
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2 + comments.length));
  };
  await read(said(2, 'And now?'));
  expect(shown).not.toHaveBeenCalled();
  await read(said(2, 'And now?'), said(3, 'It is there.', 'operator'));
  await read(said(2, 'And now?'), said(3, 'It is there.', 'operator'));
  expect(shown.mock.calls).toEqual([['Support', 'It is there.']]);
  useTerminalSettings.setState({ notifyWhenHidden: false });
  vi.restoreAllMocks();
});
