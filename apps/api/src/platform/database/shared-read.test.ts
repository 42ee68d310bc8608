import { expect, it } from 'vitest';
import { sharedRead } from './shared-read.ts';

it('a thousand that ask at once get one read, and those that ask later another', async () => {
  let [time, reads] = [0, 0];
  const read = sharedRead(
    2_000,
    async () => ++reads,
    () => time,
  );
  expect(new Set(await Promise.all(Array.from({ length: 1_000 }, read)))).toEqual(new Set([1]));
  time = 1_999;
  expect(await read()).toBe(1);
  time = 2_000;
  expect(await read()).toBe(2);
});

it('a read that fails is of those alone who have asked for it', async () => {
  let isAway = true;
  const read = sharedRead(2_000, async () => {
    if (isAway) throw new Error('away');
    return 'here';
  });
  await expect(read()).rejects.toThrow('away');
  isAway = false;
  expect(await read()).toBe('here');
});
