import { expect, test } from 'vitest';
import { joined } from './use-room.ts';

const message = (id: number, text = '') => ({ id, userName: 'a', message: text, dateAt: id, staff: false });

test('each message stands once and in its place, whatever order it came in', () => {
  const list = joined([message(1), message(3)], [message(2), message(3, 'newer')]);
  expect(list.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(list.at(-1)?.message).toBe('newer');
});
