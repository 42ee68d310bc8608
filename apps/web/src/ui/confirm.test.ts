import { expect, test } from 'vitest';
import { confirm, questions } from './confirm.ts';

const question = { title: 'Cancel all open orders?', body: '', confirmLabel: 'Cancel all' };

test('a double click before the dialog is there asks one question; another one waits its turn', async () => {
  const first = confirm(question);
  expect(await confirm(question)).toBe(false);
  const other = confirm({ ...question, title: 'Close all positions?' });
  expect(questions.getState().map(({ title }) => title)).toEqual(['Cancel all open orders?', 'Close all positions?']);
  for (const open of questions.getState()) open.answer(true);
  expect(await Promise.all([first, other])).toEqual([true, true]);
  expect(questions.getState()).toEqual([]);
});
