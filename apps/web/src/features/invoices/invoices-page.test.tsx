import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { endSession, startSession } from '../../api/session.ts';
import { live } from '../../live/index.ts';
import { RpcServer } from '../../live/testing/rpc-server.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { Component } from './invoices-page.tsx';

let server: RpcServer;
beforeEach(async () => {
  server = await RpcServer.start();
  const { url } = server;
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor() {
        super(url);
      }
    },
  );
  startSession(tokens('mine'));
  live.start();
});
afterEach(async () => {
  cleanup();
  live.stop();
  endSession();
  vi.unstubAllGlobals();
  await server.stop();
});

const open = {
  id: 'A'.repeat(22),
  ticker: 'USDT',
  amount: '7.5',
  description: 'Two books',
  owner: 'al*** #1',
  status: 'pending',
  reason: '',
  created_at: 1_795_000_000,
  expires_at: 1_895_000_000,
  ended_at: null,
};

test('an invoice that is paid meanwhile is shown as paid as soon as its notice comes', async () => {
  let invoice: object = open;
  startNetwork({
    'GET /v3/invoices': () => ({ body: { result: [invoice], total: 1, offset: 0, limit: 20 } }),
  });
  renderPage(Component, '/user/invoices');
  await screen.findByRole('button', { name: 'Cancel the invoice of 7.5 USDT' });
  await waitFor(() => expect(server.of('notice.subscribe')).toHaveLength(1));
  invoice = { ...open, status: 'finished', ended_at: 1_795_000_100 };
  server.push('notice.update', [{ kind: 'message', message: 'invoice_received' }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel the invoice of 7.5 USDT' })).toBeNull());
  expect(within(screen.getByRole('cell', { name: /^Paid/ })).getByText(formatDateTime(1_795_000_100))).toBeTruthy();
  expect(screen.getByRole('cell', { name: formatDateTime(open.expires_at) })).toBeTruthy();
});
