import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { FormEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import '../platform/i18n.ts';
import { renderPage } from '../testing/render-page.tsx';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

test('a form in a dialog is not taken for the form that the dialog was opened from', async () => {
  const sendOrder = vi.fn();
  const setLeverage = vi.fn((event: FormEvent) => event.preventDefault());
  renderPage(() => (
    <form onSubmit={sendOrder}>
      <Dialog title="Leverage" onClose={() => undefined}>
        <form onSubmit={setLeverage}>
          <button type="submit">Set</button>
        </form>
      </Dialog>
    </form>
  ));
  fireEvent.click(await screen.findByRole('button', { name: 'Set' }));
  expect(setLeverage).toHaveBeenCalledOnce();
  expect(sendOrder).not.toHaveBeenCalled();
});
