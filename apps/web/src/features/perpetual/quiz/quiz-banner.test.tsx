import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { QuizBanner } from './quiz-banner.tsx';

const questions = ['realized_pnl', 'leverage', 'mark_price', 'maximum_loss', 'risks'].map((id) => ({
  id,
  question: `What of ${id}?`,
  answers: [`${id}: no`, `${id}: yes`],
}));

afterEach(() => {
  cleanup();
  endSession();
});

test('five questions before the first order: a wrong answer is explained and asked again, then the banner goes', async () => {
  const network = startNetwork({
    'GET /v3/futures-quiz': () => ({ body: { passed: false, questions } }),
    'POST /v3/futures-quiz': ({ body }) => {
      const { answers } = body as { answers: Record<string, number> };
      const wrong = questions.filter(({ id }) => answers[id] !== 1).map(({ id }) => id);
      return { body: { passed: wrong.length === 0, wrong } };
    },
  });
  startSession(tokens('person'));
  renderPage(QuizBanner);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Take the quiz' }));
  const dialog = await screen.findByRole('dialog');
  await person.click(within(dialog).getByRole('button', { name: 'Send answers' }));
  expect(within(dialog).getAllByText('Choose an answer')).toHaveLength(5);
  expect(network.sentTo('/v3/futures-quiz').filter(({ method }) => method === 'POST')).toHaveLength(0);
  for (const { id } of questions)
    await person.click(within(dialog).getByLabelText(id === 'mark_price' ? `${id}: no` : `${id}: yes`));
  await person.click(within(dialog).getByRole('button', { name: 'Send answers' }));
  expect(await within(dialog).findByText(/A single trade at an odd last price cannot liquidate you/)).toBeTruthy();
  expect(within(dialog).getByText('1 answer is not right yet. Read why, and choose again.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('quiz-mark_price'));
  await person.click(within(dialog).getByLabelText('mark_price: yes'));
  await person.click(within(dialog).getByRole('button', { name: 'Send answers' }));
  await waitFor(() => expect(screen.queryByText(/Before your first perpetual order/)).toBeNull());
});

test('nobody is asked twice, and nobody signed out', async () => {
  const network = startNetwork({ 'GET /v3/futures-quiz': () => ({ body: { passed: true, questions } }) });
  const { unmount } = renderPage(QuizBanner);
  expect(network.sent).toHaveLength(0);
  unmount();
  startSession(tokens('person'));
  renderPage(QuizBanner);
  await waitFor(() => expect(network.sent).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});
