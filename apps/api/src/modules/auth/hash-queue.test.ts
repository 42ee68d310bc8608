import { expect, test } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

function setUp() {
  const queue = createHashQueue({ runningMax: 2, waitingMax: 1 });
  const started: string[] = [];
  const start = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const result = queue.run(() => {
      started.push(name);
      return promise;
    });
    return { result, finish: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { start, started };
}

test('two hashes run at once, the next one waits, and the one after that is refused', async () => {
  const { start, started } = setUp();
  const [first, second, third] = [start('first'), start('second'), start('third')];
  await expect(start('fourth').result).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(started).toEqual(['first', 'second']);
  second.finish();
  expect(await second.result).toBe('second');
  await expect.poll(() => started).toEqual(['first', 'second', 'third']);
  for (const { finish } of [first, third]) finish();
  expect(await third.result).toBe('third');
});

test('a hash that fails leaves its place to the next', async () => {
  const { start, started } = setUp();
  const [first, second, third] = [start('first'), start('second'), start('third')];
  first.fail();
  await expect(first.result).rejects.toThrow('first');
  for (const { finish } of [second, third]) finish();
  expect(await third.result).toBe('third');
  const fourth = start('fourth');
  fourth.finish();
  expect(await fourth.result).toBe('fourth');
  expect(started).toEqual(['first', 'second', 'third', 'fourth']);
});
