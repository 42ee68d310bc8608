import type { NoticeCategory, NoticeView } from '@pelican/shared/contracts/notices';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './notices-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const notice = (id: number, category: NoticeCategory = 'wallet'): NoticeView => ({
  id,
  kind: 'some_kind',
  category,
  tone: 'info',
  title: `Notice ${id}`,
  text: 'It happened.',
  link: null,
  created_at: Date.UTC(2026, 0, 1) + id,
  read: false,
});

/** A server with these notices, which answers pages as the real one does. */
function startServer(kept: NoticeView[]) {
  let notices = kept;
  return startNetwork({
    'GET /v3/notices': ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const limit = Number(query.get('limit'));
      const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
      const found = notices
        .filter(({ id, category }) => id < before && category === (query.get('category') ?? category))
        .toSorted((a, b) => b.id - a.id);
      const result = found.slice(0, limit);
      const unread = notices.filter(({ read }) => !read).length;
      return { body: { result, next: found.length > limit ? result.at(-1)?.id : null, unread } };
    },
    'POST /v3/notices/read-all': ({ body }) => {
      notices = notices.map((one) => ({ ...one, read: one.id <= (body as { up_to: number }).up_to || one.read }));
      return { body: { unread: 0 } };
    },
  });
}

const titles = () => screen.getAllByRole('listitem').map((item) => within(item).getByText(/^Notice/).textContent);

test('pages follow each other from the newest to the oldest, each notice once', async () => {
  startServer(Array.from({ length: 31 }, (_, index) => notice(index + 1)));
  renderPage(Component);
  await screen.findByText('Notice 31');
  expect(titles()).toHaveLength(30);
  await userEvent.click(screen.getByRole('button', { name: 'Older notifications' }));
  await screen.findByText('Notice 1');
  expect(titles()).toHaveLength(31);
  expect(screen.queryByRole('button', { name: 'Older notifications' })).toBeNull();
});

test('the category is in the address and asked of the server', async () => {
  startServer([notice(1, 'security'), notice(2)]);
  const { router } = renderPage(Component);
  await screen.findByText('Notice 2');
  await userEvent.click(screen.getByRole('tab', { name: 'Security' }));
  await waitFor(() => expect(screen.queryByText('Notice 2')).toBeNull());
  expect(await screen.findByText('Notice 1')).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toBe('?category=security'));
  await userEvent.click(screen.getByRole('tab', { name: 'News' }));
  expect(await screen.findByText('There is nothing of this kind yet.')).toBeTruthy();
});

test('all are marked as read up to the newest one', async () => {
  const network = startServer([notice(1), notice(2)]);
  renderPage(Component);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Mark all as read' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  expect(network.sentTo('/v3/notices/read-all').map(({ body }) => body)).toEqual([{ up_to: 2 }]);
});
