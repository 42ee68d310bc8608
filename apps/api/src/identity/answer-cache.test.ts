import { DomainError } from '@pelican/shared/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const state = { nowMs: 0, asked: 0, answer: 'first' as string | Error | Promise<string> };
  const memory = createAnswerCache<string>({
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
  const memory = createAnswerCache<string>({
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

test('a refusal is answered at once; a database that is away is bridged for a minute', async () => {
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

test('a database that hangs holds a caller up for a second, and the next ones not at all', async () => {
  vi.useFakeTimers();
  const { state, memory } = setUp();
  await memory.recall('a');
  const hanging = Promise.withResolvers<string>();
  state.answer = hanging.promise;
  state.nowMs = 10_000;
  const recalled = memory.recall('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await recalled).toBe('first');
  state.nowMs = 11_000;
  expect(await memory.recall('a')).toBe('first');
  hanging.resolve('second');
  await hanging.promise;
  vi.useRealTimers();
  await expect.poll(() => memory.recall('a')).toBe('second');
  expect(state.asked).toBe(2);
});

test('right after a failure an older answer is used at once, and renewed in the background', async () => {
  vi.useFakeTimers();
  const { state, memory } = setUp();
  await memory.recall('a');
  state.nowMs = 10_000;
  state.answer = new Error('connection refused');
  expect(await memory.recall('a')).toBe('first');
  const slow = Promise.withResolvers<string>();
  state.answer = slow.promise;
  state.nowMs = 11_900;
  expect(await memory.recall('a')).toBe('first');
  slow.reject(new DomainError('invalid_token'));
  vi.useRealTimers();
  state.answer = new DomainError('invalid_token');
  await expect.poll(() => memory.recall('a').catch(({ code }) => code)).toBe('invalid_token');
});

test('an answer that is forgotten while a hanging database is asked bridges nothing', async () => {
  vi.useFakeTimers();
  const { state, memory } = setUp();
  await memory.recall('a');
  const hanging = Promise.withResolvers<string>();
  state.answer = hanging.promise;
  state.nowMs = 10_000;
  const recalled = memory.recall('a');
  memory.forget(1);
  await vi.advanceTimersByTimeAsync(1_000);
  hanging.resolve('second');
  expect(await recalled).toBe('second');
});

function setUpReads() {
  const reads: { key: string; answer(value: string): void }[] = [];
  const memory = createAnswerCache<string>({
    now: () => 0,
    userOf: (value) => Number(value.split('/')[0]),
    ask: (key) => new Promise((answer) => reads.push({ key, answer })),
  });
  return { reads, memory };
}

test('a change of one user leaves what is being read of another shared and remembered', async () => {
  const { reads, memory } = setUpReads();
  const before = memory.recall('phone');
  memory.forget(2);
  const after = memory.recall('phone');
  expect(reads).toHaveLength(1);
  reads[0]?.answer('1/first');
  expect(await Promise.all([before, after])).toEqual(['1/first', '1/first']);
  expect(await memory.recall('phone')).toBe('1/first');
  expect(reads).toHaveLength(1);
});

test('who comes after a change of a user gets no answer that was asked for before it', async () => {
  const { reads, memory } = setUpReads();
  const before = memory.recall('phone');
  memory.forget(1);
  const after = [memory.recall('phone'), memory.recall('phone')];
  reads[0]?.answer('1/old');
  expect(await before).toBe('1/old');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer('1/new');
  expect(await Promise.all(after)).toEqual(['1/new', '1/new']);
  expect(await memory.recall('phone')).toBe('1/new');
  expect(reads).toHaveLength(2);
});
