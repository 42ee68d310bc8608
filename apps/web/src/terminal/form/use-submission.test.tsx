import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { addMessages } from '../../platform/i18n.ts';
import { questions } from '../../ui/confirm.ts';
import english from '../locales/en.json';
import { type Submission, useSubmission } from './use-submission.ts';

addMessages('terminal', english);

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
    useSubmission('double click', async (request: string, key: string) => {
      placed.push(key);
      return request;
    }),
  );
  let answers: Promise<unknown[]> = Promise.resolve([]);
  act(() => {
    answers = Promise.all([result.current.submit(submission), result.current.submit(submission)]);
  });
  expect(questions.getState()).toHaveLength(1);
  await act(async () => {
    questions.getState()[0]?.answer(true);
    expect(await answers).toEqual(['order', null]);
  });
  expect(questions.getState()).toEqual([]);
  expect(placed).toHaveLength(1);
  let second: Promise<unknown> = Promise.resolve();
  act(() => {
    second = result.current.submit(submission);
  });
  await act(async () => {
    questions.getState()[0]?.answer(true);
    expect(await second).toBe('order');
  });
  expect(placed).toHaveLength(2);
});

test('a form that is mounted again while its order is under way shows it, and sends no second one', async () => {
  const answers: ((placed: string) => void)[] = [];
  const place = () => new Promise<string>((resolve) => answers.push(resolve));
  const first = renderHook(() => useSubmission('remounted', place));
  let placed: Promise<unknown> = Promise.resolve();
  act(() => {
    placed = first.result.current.submit(submission);
  });
  await act(async () => questions.getState()[0]?.answer(true));
  first.unmount();
  const second = renderHook(() => useSubmission('remounted', place));
  expect(second.result.current.state.sending).toBe(true);
  expect(await second.result.current.submit(submission)).toBeNull();
  await act(async () => {
    answers[0]?.('order');
    expect(await placed).toBe('order');
  });
  expect(second.result.current.state.sending).toBe(false);
  expect(answers).toHaveLength(1);
});

test('after an unknown outcome the form says that the order may exist', async () => {
  const failure = new ApiError({ status: 502, code: 'unreadable', messages: ['Error on server'] });
  const { result } = renderHook(() => useSubmission('unknown', () => Promise.reject(failure)));
  act(() => {
    void result.current.submit(submission);
  });
  await act(async () => questions.getState()[0]?.answer(true));
  expect(result.current.state.messages).toEqual(['Error on server', expect.stringContaining('may have been placed')]);
  act(() => result.current.clear());
  expect(result.current.state.messages).toEqual([]);
});

test('a refusal of one market is not shown in the next one, nor when the first comes back', async () => {
  const refusal = new ApiError({ status: 422, code: 'balance_not_enough', messages: ['Not enough balance'] });
  const { result, rerender } = renderHook(({ scope }) => useSubmission(scope, () => Promise.reject(refusal)), {
    initialProps: { scope: 'BTC_USDT' },
  });
  act(() => {
    void result.current.submit(submission);
  });
  await act(async () => questions.getState()[0]?.answer(true));
  expect(result.current.state.messages).toEqual(['Not enough balance']);
  rerender({ scope: 'LTC_USDT' });
  expect(result.current.state.messages).toEqual([]);
  rerender({ scope: 'BTC_USDT' });
  expect(result.current.state.messages).toEqual([]);
});
