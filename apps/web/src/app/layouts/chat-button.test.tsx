import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ChatButton } from './chat-button.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const script of document.querySelectorAll('script')) script.remove();
});

const widget = 'https://cdn.desk.test/widget.js';
const script = () => document.querySelector<HTMLScriptElement>('script[data-support-widget]');
const launcher = () => screen.findByRole('button', { name: 'Support chat' });

function show(supportWidget: string | null | undefined, at = '/market', inFlow = false) {
  const network = startNetwork({
    'GET /systemParams': () => ({ body: { support_widget: supportWidget } }),
    'GET /chat/get_messages/en': () => ({ body: { messages: [], next: null } }),
  });
  return { network, ...renderPage(() => <ChatButton inFlow={inFlow} />, at) };
}

test('the chat is offered after ten seconds, and nothing is asked for before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { network } = show(undefined);
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  expect(network.sent).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(await launcher()).toBeTruthy();
  expect(script()).toBeNull();
});

test('where none is configured, or the configuration cannot be read, our own chat is there and nobody else’s script', async () => {
  show(null, '/support');
  await launcher();
  cleanup();
  startNetwork({});
  renderPage(() => <ChatButton inFlow={false} />, '/support');
  await launcher();
  expect(script()).toBeNull();
});

test('a hosted widget is loaded once in place of our launcher, and hidden where there is no chat', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { unmount } = show(widget);
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  expect(script()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await waitFor(() => expect(script()?.src).toBe(widget));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.body.dataset.widgetHidden).toBeUndefined();
  unmount();
  expect(document.body.dataset.widgetHidden).toBe('');
  show(widget, '/support');
  await waitFor(() => expect(document.body.dataset.widgetHidden).toBeUndefined());
  expect(document.querySelectorAll('script')).toHaveLength(1);
});

test('beside a hosted widget the address of the public chat opens that alone', async () => {
  show(widget, '/support#traders');
  expect(await screen.findByRole('heading', { name: 'Public chat' })).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  // It would lie over the panel.
  expect(script()).toBeNull();
});

test('a widget that cannot be loaded gives way to our own chat', async () => {
  show(widget, '/support');
  await waitFor(() => expect(script()).toBeTruthy());
  fireEvent.error(script() as HTMLScriptElement);
  expect(await launcher()).toBeTruthy();
});

test('a widget that fails while nothing shows it gives way all the same, and is not tried again', async () => {
  const { unmount } = show(widget, '/support');
  await waitFor(() => expect(script()).toBeTruthy());
  unmount();
  fireEvent.error(script() as HTMLScriptElement);
  show(widget, '/support');
  expect(await launcher()).toBeTruthy();
  expect(document.querySelectorAll('script')).toHaveLength(1);
});

test('no page that is one form loads it: people type their passwords there', async () => {
  const { queryClient } = show(widget, '/signIn#chat', true);
  await waitFor(() => expect(queryClient.getQueryData(['system'])).toBeTruthy());
  await act(async () => {});
  expect(script()).toBeNull();
});
