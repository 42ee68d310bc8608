import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { questions } from '../../ui/confirm.ts';
import { type Submission, useSubmission } from './use-submission.ts';

const submission: Submission<string> = {
  request: 'order',
  side: 'buy',
  // Asks, whatever the preferences are.
  guard: 'type',
  title: 'Buy 1 BTC',
  summary: '',
  warning: '',
  typeToConfirm: '1',
};

test('a double click asks once and places one order; afterwards the next one can be placed', async () => {
  const placed: string[] = [];
  const { result } = renderHook(() =>
    useSubmission(async (request: string, key: string) => {
      placed.push(key);
      return request;
    }),
  );
  let answers: Promise<unknown[]> = Promise.resolve([]);
  act(() => {
    answers = Promise.all([result.current.submit(submission), result.current.submit(submission)]);
  });
  expect(questions.get()).toHaveLength(1);
  await act(async () => {
    questions.get()[0]?.answer(true);
    expect(await answers).toEqual(['order', null]);
  });
  expect(questions.get()).toEqual([]);
  expect(placed).toHaveLength(1);
  let second: Promise<unknown> = Promise.resolve();
  act(() => {
    second = result.current.submit(submission);
  });
  await act(async () => {
    questions.get()[0]?.answer(true);
    expect(await second).toBe('order');
  });
  expect(placed).toHaveLength(2);
});
