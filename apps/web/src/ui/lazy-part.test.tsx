import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceReturn } from '../platform/once-back.ts';
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

test('a part whose styles are lost is not shown without them: the page can be loaded anew', async () => {
  const load = vi.fn(() => Promise.reject(new Error('Unable to preload CSS for /assets/chart.css')));
  const Chart = lazyPart<object>(load);
  renderPage(() => <Chart />);
  await screen.findByRole('button', { name: 'Reload the page' });
  act(announceReturn);
  await act(async () => {});
  expect(load).toHaveBeenCalledTimes(1);
});

/** Fails as often as it is told, and then arrives. */
function lateCode(failures: number) {
  let loads = 0;
  return async () => {
    loads++;
    if (loads <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>Chart</p>;
  };
}

test('code that was lost while nobody looked is asked for again when somebody is back', async () => {
  const Chart = lazyPart<object>(lateCode(2));
  renderPage(() => <Chart />);
  await screen.findByRole('alert');
  act(announceReturn);
  await screen.findByRole('alert');
  act(announceReturn);
  await screen.findByText('Chart');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a part that nobody has asked for says nothing while it is lost, and comes later', async () => {
  const load = vi.fn(lateCode(1));
  const Chat = lazyPart<object>(load, { isSilent: true });
  renderPage(() => <Chat />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await act(async () => {});
  expect(screen.queryByRole('alert')).toBeNull();
  act(announceReturn);
  await screen.findByText('Chart');
});

test('a part that throws when it is shown stays as it is: nothing was lost', async () => {
  let shown = 0;
  const Broken = lazyPart<object>(async () => () => {
    shown++;
    throw new Error('broken');
  });
  renderPage(() => <Broken />);
  await screen.findByRole('alert');
  const before = shown;
  act(announceReturn);
  await screen.findByRole('alert');
  expect(shown).toBe(before);
});
