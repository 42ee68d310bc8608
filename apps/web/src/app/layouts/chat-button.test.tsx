import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../platform/storage.ts';
import { widgetConsentKey } from '../../platform/widget-consent.ts';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ChatButton } from './chat-button.tsx';

afterEach(() => {
  cleanup();
  consentTo(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const script of document.querySelectorAll('script')) script.remove();
});

const widget = 'https://cdn.desk.test/widget.js';
const script = () => document.querySelector<HTMLScriptElement>('script[data-support-widget]');
const launcher = () => screen.findByRole('button', { name: 'Support chat' });
const consentButton = () => screen.findByRole('button', { name: 'Agree and load the chat' });
/** As this browser has kept it. */
const consentTo = (host: string | null) => writeStored(widgetConsentKey, host);
/** Whatever the document names of another host, by whichever element. */
const foreign = () => [...document.querySelectorAll('[src], [href]')].filter((one) => /desk\.test/.test(one.outerHTML));

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

test('nothing of a hosted widget is loaded before the person presses our button and agrees, and its host is named', async () => {
  show(widget, '/support');
  fireEvent.click(await launcher());
  expect(await screen.findByText(/a service of another company, cdn\.desk\.test/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cookie policy' }).getAttribute('href')).toBe('/cookies');
  expect(screen.getByRole('link', { name: 'Write to us by mail' }).getAttribute('href')).toBe('/support');
  expect(foreign()).toEqual([]);
  fireEvent.click(await consentButton());
  await waitFor(() => expect(script()?.src).toBe(widget));
  expect(screen.queryByRole('button')).toBeNull();
});

test('who does not agree has our button again, and nothing is loaded', async () => {
  show(widget, '/support');
  fireEvent.click(await launcher());
  fireEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(async () => expect(document.activeElement).toBe(await launcher()));
  fireEvent.click(await launcher());
  fireEvent.keyDown(await screen.findByRole('region', { name: 'Chat with support' }), { key: 'Escape' });
  await launcher();
  expect(foreign()).toEqual([]);
  expect(readStored(widgetConsentKey)).toBeNull();
});

test('the address of the chat asks too; a consent to another host is none to this one', async () => {
  consentTo('cdn.other.test');
  const { router } = show(widget, '/support?sort=name#chat');
  await consentButton();
  expect(foreign()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await launcher();
  expect(router.state.location).toMatchObject({ hash: '', search: '?sort=name' });
});

test('a consent is remembered: the next page loads it without a question', async () => {
  const { unmount } = show(widget, '/support');
  fireEvent.click(await launcher());
  fireEvent.click(await consentButton());
  await waitFor(() => expect(script()).toBeTruthy());
  unmount();
  script()?.remove();
  expect(localStorage.getItem(widgetConsentKey)).toBe('cdn.desk.test');
  show(widget, '/support');
  await waitFor(() => expect(script()).toBeTruthy());
  expect(screen.queryByRole('button')).toBeNull();
});

test('a hosted widget is loaded once in place of our launcher, and hidden where there is no chat', async () => {
  consentTo('cdn.desk.test');
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
  consentTo('cdn.desk.test');
  show(widget, '/support#traders');
  expect(await screen.findByRole('heading', { name: 'Public chat' })).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  // It would lie over the panel.
  expect(script()).toBeNull();
});

test('a widget that cannot be loaded gives way to our own chat', async () => {
  consentTo('cdn.desk.test');
  show(widget, '/support');
  await waitFor(() => expect(script()).toBeTruthy());
  fireEvent.error(script() as HTMLScriptElement);
  expect(await launcher()).toBeTruthy();
});

test('a widget that fails while nothing shows it gives way all the same, and is not tried again', async () => {
  consentTo('cdn.desk.test');
  const { unmount } = show(widget, '/support');
  await waitFor(() => expect(script()).toBeTruthy());
  unmount();
  fireEvent.error(script() as HTMLScriptElement);
  show(widget, '/support');
  expect(await launcher()).toBeTruthy();
  expect(document.querySelectorAll('script')).toHaveLength(1);
});

test('no page that is one form loads it: people type their passwords there', async () => {
  consentTo('cdn.desk.test');
  const { queryClient } = show(widget, '/signIn#chat', true);
  await waitFor(() => expect(queryClient.getQueryData(['system'])).toBeTruthy());
  await act(async () => {});
  expect(script()).toBeNull();
});
