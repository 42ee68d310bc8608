import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../../testing/network.ts';
import { chatQuery, withNewestPage } from './queries.ts';
import { joined } from './use-room.ts';

afterEach(() => vi.unstubAllGlobals());

const message = (id: number, text = '') => ({ id, userName: 'a', message: text, dateAt: id, staff: false });

test('each message stands once and in its place, whatever order it came in', () => {
  const list = joined([message(1), message(3)], [message(2), message(3, 'newer')]);
  expect(list.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(list.at(-1)?.message).toBe('newer');
});

const page = (ids: number[], next: number | null) => ({ messages: ids.map((id) => message(id)), next });
const idsOf = ({ messages }: { messages: readonly { id: number }[] }) => messages.map(({ id }) => id);

test('what was scrolled back to stays when the newest page is asked for again', async () => {
  let newest = page([3, 4], 3);
  startNetwork({ 'GET /chat/get_messages/en': () => ({ body: newest }) });
  const client = new QueryClient();
  await client.fetchQuery(chatQuery('en'));
  client.setQueryData(chatQuery('en').queryKey, page([1, 2, 3, 4], 1));
  newest = page([4, 5], 4);
  const history = await client.fetchQuery(chatQuery('en'));
  expect(idsOf(history)).toEqual([1, 2, 3, 4, 5]);
  expect(history.next).toBe(1);
});

test('a newest page takes out what was deleted of it, keeps what was pushed after it, and is alone behind a gap', () => {
  expect(idsOf(withNewestPage(page([1, 2, 3, 4], null), page([2, 4], 2)))).toEqual([1, 2, 4]);
  expect(idsOf(withNewestPage(page([1, 2, 3], null), page([1, 2], null)))).toEqual([1, 2, 3]);
  expect(withNewestPage(page([1, 2], 1), page([7, 8], 7))).toEqual(page([7, 8], 7));
  expect(withNewestPage(page([1, 2], 1), page([], null))).toEqual(page([], null));
});
