import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { lazyPart } from './lazy-part.tsx';

beforeEach(() => {
  vi.stubGlobal('reportError', () => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('code that does not arrive takes only its own place, and a retry asks for it again', async () => {
  let loads = 0;
  const Chart = lazyPart<{ name: string }>(async () => {
    loads++;
    if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ name }) => <p>Chart of {name}</p>;
  });
  renderPage(() => (
    <>
      <p>Order form</p>
      <Chart name="BTC" />
    </>
  ));
  await screen.findByText('Some error occured. This part could not be loaded.');
  expect(screen.getByText('Order form')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Chart of BTC');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('when the retry fails too, the page can be loaded anew', async () => {
  const Chart = lazyPart<object>(() => Promise.reject(new TypeError('gone')));
  renderPage(() => <Chart />);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Reload the page' });
});
