import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../platform/storage.ts';
import { widgetConsentKey } from '../../platform/widget-consent.ts';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component as SupportPage } from './support-page.tsx';

const consentTo = (host: string | null) => writeStored(widgetConsentKey, host);

afterEach(() => {
  cleanup();
  consentTo(null);
  vi.unstubAllGlobals();
});

function show(supportWidget: string | null) {
  startNetwork({ 'GET /systemParams': () => ({ body: { support_widget: supportWidget } }) });
  renderPage(SupportPage, '/support');
}

test.each([null, 'https://cdn.desk.test/widget.js'])(
  'the page leads to the chat with support, with a widget of %s',
  async (widget) => {
    show(widget);
    expect((await screen.findByRole('link', { name: 'Chat with support' })).getAttribute('href')).toBe('/support#chat');
    expect(screen.queryByRole('button', { name: 'Withdraw my agreement' })).toBeNull();
  },
);

test('a consent to load a widget is withdrawn here', async () => {
  consentTo('cdn.desk.test');
  show('https://cdn.desk.test/widget.js');
  const withdraw = await screen.findByRole('button', { name: 'Withdraw my agreement' });
  expect(screen.getByText('You have agreed to the chat of cdn.desk.test.')).toBeTruthy();
  // The widget has a button of its own.
  expect(screen.queryByRole('link', { name: 'Chat with support' })).toBeNull();
  fireEvent.click(withdraw);
  expect(readStored(widgetConsentKey)).toBeNull();
  expect(screen.getByRole('link', { name: 'Chat with support' })).toBeTruthy();
});
