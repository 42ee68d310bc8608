import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../platform/i18n.ts';
import { renderPage } from '../testing/render-page.tsx';
import type { Question } from './confirm.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(cleanup);

function ask(question: Partial<Question>) {
  const answer = vi.fn();
  renderPage(() => (
    <ConfirmDialog
      question={{ id: 1, title: 'Buy 1 LTC?', body: '', confirmLabel: 'Buy 1 LTC', answer, ...question }}
    />
  ));
  return answer;
}

const focused = () => document.activeElement?.textContent;

test('an order that is asked about is placed by Enter', async () => {
  const answer = ask({ tone: 'buy' });
  await waitFor(() => expect(focused()).toBe('Buy 1 LTC'));
  await userEvent.keyboard('{Enter}');
  expect(answer.mock.calls).toEqual([[true]]);
});

test('what destroys is not the default', async () => {
  const answer = ask({ tone: 'danger', confirmLabel: 'Cancel all', cancelLabel: 'Keep them' });
  await waitFor(() => expect(focused()).toBe('Keep them'));
  await userEvent.keyboard('{Enter}');
  expect(answer.mock.calls).toEqual([[false]]);
});

test('a text that must be typed has the focus', async () => {
  ask({ tone: 'buy', typeToConfirm: '90.5' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Type 90.5 to go on')));
});
