import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { live } from '../../../live/index.ts';
import type { RpcServer } from '../../../live/testing/rpc-server.ts';
import { refusal, type SentRequest, startNetwork, tokens } from '../../../testing/network.ts';
import { instrument, longPosition, startFeed } from '../../../testing/perpetual.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { LeverageDialog } from './leverage-dialog.tsx';
import { MarginModeDialog } from './margin-mode-dialog.tsx';

let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed({ positions: [longPosition], orders: [] });
  startSession(tokens('person'));
});

afterAll(async () => {
  endSession();
  live.stop();
  await feed.stop();
});

afterEach(cleanup);

const calls = {
  'GET /v3/derivatives/instruments': () => ({ body: { result: [instrument] } }),
  'GET /v3/get-leverages': () => ({
    body: { result: { BTC_USDT: { cross: '3', isolated_long: '10', isolated_short: '5' } } },
  }),
};

function preview(version: number) {
  return {
    market: 'BTC_USDT',
    mode: 'isolated',
    position: 'long',
    leverage: '20',
    margin_change: '-300',
    liq_price_before: '54244',
    liq_price_after: '57257.6',
    position_version: version,
  };
}

const isDryRun = ({ body }: SentRequest) => (body as { dry_run?: boolean }).dry_run === true;

test('the change is shown first, carries the version that was shown, and is shown anew when that is stale', async () => {
  let version = 3;
  const network = startNetwork({
    ...calls,
    'POST /v3/set-leverage': (request) => {
      if (isDryRun(request)) return { body: preview(version) };
      const isStale = (request.body as { position_version: number }).position_version !== 4;
      version = 4;
      return isStale
        ? { status: 409, body: refusal('stale_preview', 'The position has changed') }
        : { body: preview(4) };
    },
  });
  const onClose = vi.fn();
  renderPage(() => <LeverageDialog market="BTC_USDT" mode="isolated" position="long" onClose={onClose} />);
  const person = userEvent.setup();
  const dialog = await screen.findByRole('dialog');
  const field = await within(dialog).findByRole('textbox', { name: 'Leverage' });
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Set 10×' }).disabled).toBe(true);
  await person.clear(field);
  await person.type(field, '101');
  expect(within(dialog).getByText('A whole number from 1 to 100')).toBeTruthy();
  await person.clear(field);
  await person.type(field, '20');
  expect(await within(dialog).findByText('57,257.6')).toBeTruthy();
  expect(within(dialog).getByText('−300 USDT')).toBeTruthy();
  expect(within(dialog).getByText('5,000 contracts')).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Set 20×' }));
  expect(await within(dialog).findByText(/The position has changed meanwhile/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Set 20×' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await person.click(button);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const confirmed = network.sentTo('/v3/set-leverage').filter((request) => !isDryRun(request));
  expect(confirmed.map(({ body }) => body)).toEqual(
    [3, 4].map((position_version) => ({
      market: 'BTC_USDT',
      mode: 'isolated',
      position: 'long',
      leverage: 20,
      position_version,
    })),
  );
});

test('cross has one leverage for both sides', async () => {
  const network = startNetwork({
    ...calls,
    'POST /v3/set-leverage': () => ({ body: { ...preview(0), mode: 'cross', position: null } }),
  });
  renderPage(() => <LeverageDialog market="BTC_USDT" mode="cross" onClose={() => undefined} />);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('button', { name: 'Set 3×' })).toBeTruthy();
  expect(within(dialog).queryByRole('radio')).toBeNull();
  await waitFor(() => expect(network.sentTo('/v3/set-leverage')[0]?.body).not.toHaveProperty('position'));
});

test('a margin mode is chosen with its leverages in sight', async () => {
  startNetwork(calls);
  const onChange = vi.fn();
  renderPage(() => <MarginModeDialog market="BTC_USDT" mode="cross" onChange={onChange} onClose={() => undefined} />);
  const person = userEvent.setup();
  expect(await screen.findByText('3×')).toBeTruthy();
  await person.click(screen.getByRole('radio', { name: /^Isolated/ }));
  expect(screen.getByText('10×')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Use Isolated' }));
  expect(onChange).toHaveBeenCalledWith('isolated');
});
