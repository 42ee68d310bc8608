import { DomainError } from '@pelican/shared/errors.ts';
import { expect, test } from 'vitest';
import { createMemory } from './memory.ts';

function setUp() {
  const state = { nowMs: 0, asked: 0, answer: 'first' as string | Error };
  const memory = createMemory<string>({
    now: () => state.nowMs,
    userOf: () => 1,
    async ask() {
      state.asked++;
      if (state.answer instanceof Error) throw state.answer;
      return state.answer;
    },
  });
  return { state, memory };
}

test('an answer is asked once for many callers, and believed for five seconds', async () => {
  const { state, memory } = setUp();
  expect(await Promise.all([memory.recall('a'), memory.recall('a'), memory.recall('a')])).toEqual([
    'first',
    'first',
    'first',
  ]);
  state.nowMs = 1_900;
  await memory.recall('a');
  expect(state.asked).toBe(1);
  state.nowMs = 5_100;
  state.answer = 'second';
  expect(await memory.recall('a')).toBe('second');
});

test('an answer in use is renewed before it is old, and nobody waits for that', async () => {
  const { state, memory } = setUp();
  await memory.recall('a');
  state.nowMs = 3_000;
  state.answer = 'second';
  expect(await memory.recall('a')).toBe('first');
  await expect.poll(() => memory.recall('a')).toBe('second');
  state.nowMs = 7_000;
  expect(await memory.recall('a')).toBe('second');
  expect(state.asked).toBe(3);
});

test('what is forgotten while it is being asked for is not remembered', async () => {
  const { state, memory } = setUp();
  const recalled = memory.recall('a');
  memory.forget(1);
  expect(await recalled).toBe('first');
  state.answer = 'second';
  expect(await memory.recall('a')).toBe('second');
});

test('a change of one user looks at the answers of that user alone', async () => {
  const looked: string[] = [];
  const memory = createMemory<string>({
    now: () => 0,
    userOf: (value) => Number(value.split('/')[0]),
    ask: async (key) => key,
  });
  for (const key of ['1/phone', '2/phone', '1/laptop']) await memory.recall(key);
  memory.forget(1, (value) => {
    looked.push(value);
    return value === '1/phone';
  });
  memory.forget(1, (value) => {
    looked.push(`again ${value}`);
    return true;
  });
  memory.forget(1, (value) => {
    looked.push(`never ${value}`);
    return true;
  });
  expect(looked).toEqual(['1/phone', '1/laptop', 'again 1/laptop']);
});

test('a refusal is told at once; a database that is away is bridged for a minute', async () => {
  const { state, memory } = setUp();
  await memory.recall('a');
  state.nowMs = 30_000;
  state.answer = new Error('connection refused');
  expect(await memory.recall('a')).toBe('first');
  state.nowMs = 61_000;
  await expect(memory.recall('a')).rejects.toThrow('connection refused');
  state.nowMs = 30_000;
  state.answer = new DomainError('invalid_token');
  await expect(memory.recall('a')).rejects.toThrow('session has ended');
  state.answer = new Error('connection refused');
  await expect(memory.recall('a')).rejects.toThrow('connection refused');
});
