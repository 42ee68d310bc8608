import { expect, test } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

function setUp() {
  const queue = createHashQueue({ runningMax: 2, waitingMax: 1 });
  const started: string[] = [];
  const start = (name: string, ip = name) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const result = queue.run(ip, () => {
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
  await expect.poll(() => started).toContain('fourth');
  fourth.finish();
  expect(await fourth.result).toBe('fourth');
  expect(started).toEqual(['first', 'second', 'third', 'fourth']);
});

test('a site with many hashes waits for its turns, and gives up its last one to another site', async () => {
  const { start, started } = setUp();
  const busy = '2001:db8:7';
  const [first, second] = [start('first', `${busy}:1::1`), start('second', `${busy}:2::1`)];
  expect(started, 'one of a site at a time').toEqual(['first']);
  const neighbour = start('neighbour', '192.0.2.1');
  expect(started).toEqual(['first', 'neighbour']);
  first.finish();
  await expect.poll(() => started).toEqual(['first', 'neighbour', 'second']);
  for (const { finish } of [second, neighbour]) finish();
  await Promise.all([first.result, second.result, neighbour.result]);
});
