import type { NoticePush, NoticeView } from '@pelican/shared/contracts/notices';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { endSession, startSession } from '../../api/session.ts';
import { live } from '../../live/index.ts';
import { RpcServer } from '../../live/testing/rpc-server.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { dismissAllToasts, forgetNotices, notify, toasts } from '../../ui/notify.ts';
import { announceOnPage } from '../../ui/page-announcements.ts';
import { NotificationCentre } from './notification-centre.tsx';

let server: RpcServer;
let notices: NoticeView[];
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
  notices = [];
  // It connects once; a test before has stopped it.
  live.start();
});
afterEach(async () => {
  cleanup();
  live.stop();
  endSession();
  forgetNotices();
  dismissAllToasts();
  vi.unstubAllGlobals();
  await server.stop();
});

function notice(id: number, change: Partial<NoticeView> = {}): NoticeView {
  return {
    id,
    kind: 'wallet_credited',
    category: 'wallet',
    tone: 'success',
    title: `Credit ${id}`,
    text: 'It arrived.',
    link: null,
    created_at: Date.UTC(2026, 0, id),
    read: false,
    ...change,
  };
}

const unread = () => notices.filter(({ read }) => !read).length;

function startServer() {
  return startNetwork({
    'GET /v3/notices/unread': () => ({ body: { unread: unread() } }),
    'GET /v3/notices': ({ path }) => {
      const limit = Number(new URLSearchParams(path.split('?')[1]).get('limit'));
      const result = notices.toSorted((a, b) => b.id - a.id).slice(0, limit);
      return { body: { result, next: notices.length > limit ? result.at(-1)?.id : null, unread: unread() } };
    },
    'POST /v3/notices/read-all': ({ body }) => {
      const { up_to } = body as { up_to: number };
      notices = notices.map((one) => (one.id <= up_to ? { ...one, read: true } : one));
      return { body: { unread: unread() } };
    },
    'POST /v3/notices/1/read': () => {
      notices = notices.map((one) => (one.id === 1 ? { ...one, read: true } : one));
      return { body: { unread: unread() } };
    },
  });
}

function push(id: number, change: Partial<NoticePush> = {}): void {
  notices = [...notices, notice(id)];
  server.push('notice.update', [
    { ...notice(id), kind: 'message', message: 'wallet_credited', quiet: false, ...change },
  ]);
}

async function openBell() {
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  return screen.findByRole('dialog', { name: /^Notifications/ });
}

test('the bell counts what the server and the page have, and lists both from the newest to the oldest', async () => {
  notices = [...Array.from({ length: 20 }, (_, at) => notice(at + 1, { read: true })), notice(21), notice(22)];
  startServer();
  startSession(tokens('mine'));
  notify.warning('The price has moved', { title: 'Of this page' });
  renderPage(NotificationCentre);
  await screen.findByRole('button', { name: 'Notifications, 3 unread' });
  const list = await openBell();
  await within(list).findByText('Credit 22');
  const titles = () =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('strong')?.textContent);
  expect(titles().slice(0, 4)).toEqual(['Of this page', 'Unread: Credit 22', 'Unread: Credit 21', 'Credit 20']);
  expect(titles()).toHaveLength(21);
  const all = within(list).getByRole('link', { name: 'All notifications' });
  expect(all.getAttribute('href')).toBe('/user/notifications');
});

test('all are marked as read, up to the newest on screen; one is by a click', async () => {
  notices = [notice(1)];
  const network = startServer();
  startSession(tokens('mine'));
  renderPage(NotificationCentre);
  const list = await openBell();
  await userEvent.click(await within(list).findByRole('button', { name: /Credit 1/ }));
  await screen.findByRole('button', { name: 'Notifications' });
  notices = [notice(1, { read: true }), notice(2)];
  push(3);
  await userEvent.click(await within(list).findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(network.sentTo('/v3/notices/read-all').map(({ body }) => body)).toEqual([{ up_to: 3 }]));
  await screen.findByRole('button', { name: 'Notifications' });
});

test('a push is announced once however often it comes, and counted at once', async () => {
  startServer();
  startSession(tokens('mine'));
  renderPage(NotificationCentre);
  await waitFor(() => expect(server.of('notice.subscribe')).toHaveLength(1));
  push(1);
  server.push('notice.update', [{ ...notice(1), kind: 'message', message: 'wallet_credited', quiet: false }]);
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  expect(toasts.getState().map(({ title }) => title)).toEqual(['Credit 1']);
});

test('what the user caused, or the screen announces itself, is counted without a toast', async () => {
  startServer();
  startSession(tokens('mine'));
  const stop = announceOnPage(['position_liquidated']);
  renderPage(NotificationCentre);
  await waitFor(() => expect(server.of('notice.subscribe')).toHaveLength(1));
  push(1, { quiet: true });
  push(2, { message: 'position_liquidated' });
  server.push('notice.update', [{ kind: 'transfer', transfer_id: 1 }]);
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  expect(toasts.getState()).toEqual([]);
  stop();
});

test('a list that cannot be loaded is said, and loaded again on demand; a stranger asks for none', async () => {
  let isBroken = true;
  const network = startNetwork({
    'GET /v3/notices/unread': () => ({ body: { unread: 1 } }),
    'GET /v3/notices': () =>
      isBroken
        ? { status: 500, body: { errors: { message: ['Broken'] }, code: 'internal' } }
        : { body: { result: [notice(1)], next: null, unread: 1 } },
  });
  renderPage(NotificationCentre);
  await within(await openBell()).findByText('No notifications yet.');
  expect(network.sent).toEqual([]);
  cleanup();
  startSession(tokens('mine'));
  renderPage(NotificationCentre);
  const list = await openBell();
  await within(list).findByRole('alert');
  isBroken = false;
  await userEvent.click(within(list).getByRole('button', { name: /again|retry/i }));
  await within(list).findByText('Credit 1');
});
