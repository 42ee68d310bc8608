import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  type ConsoleRoutes,
  cleanUpConsole,
  jane,
  openConsole,
  openDialog,
  requested,
} from '../../../testing/console.tsx';
import { refusal } from '../../../testing/network.ts';

cleanUpConsole();

const path = '/v2/ops/payment-networks';
const polygon = {
  id: 4,
  key: 'POLYGON',
  name: 'Polygon',
  kind: 'evm',
  native: 'ETH',
  chainId: 137,
  chainName: null,
  addressType: null,
  confirmations: 64,
  blockSeconds: 2,
  explorerTransaction: '',
  explorerAddress: '',
  isRead: false,
  readAt: null,
  isFixed: false,
  coins: [],
};
const currencies = [
  { ticker: 'BTC', label: 'Bitcoin', scale: 8 },
  { ticker: 'ETH', label: 'Ethereum', scale: 18 },
];

/** The dialog of a button of the console's networks. */
async function openNetwork(button: string, routes: ConsoleRoutes, network: object = polygon) {
  const opened = openConsole(
    '/ops/networks/4',
    { [`GET ${path}`]: () => ({ body: { result: [network], currencies } }), ...routes },
    [...jane.permissions, 'money'],
  );
  await screen.findByRole('heading', { name: 'Polygon' });
  const posted = () => opened.network.sentTo(path).filter(({ method }) => method === 'POST');
  return { ...opened, posted, ...(await openDialog(button)) };
}

test('a network of the Bitcoin family has the confirmations and seconds of its chain, and no chain id', async () => {
  const { dialog, type, send, posted } = await openNetwork('Add a network', { [`POST ${path}`]: requested });
  const shownIn = (name: RegExp) => dialog.getByLabelText<HTMLInputElement>(name).value;
  const usual = () => [shownIn(/^Confirmations/), shownIn(/^Seconds between blocks/)];
  expect(usual()).toEqual(['12', '12']);
  // Not at the reason, which is below the edge of a dialog of so many fields.
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Key/)));
  await userEvent.selectOptions(dialog.getByLabelText(/^Kind/), 'bitcoin');
  expect(usual()).toEqual(['3', '600']);
  expect(dialog.queryByLabelText(/^Chain id/)).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText(/^Chain/), 'litecoin');
  expect(usual()).toEqual(['6', '150']);
  type(/^Confirmations/, '8');
  await userEvent.selectOptions(dialog.getByLabelText(/^Chain/), 'bitcoin');
  expect(usual()).toEqual(['8', '600']);
  type(/^Key/, 'bitcoin');
  type(/^Name/, 'Bitcoin');
  await userEvent.selectOptions(dialog.getByLabelText('Currency of its fees'), 'BTC');
  type(/^Reason/, 'asked for by users');
  await send();
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]?.body).toEqual({
    key: 'BITCOIN',
    name: 'Bitcoin',
    kind: 'bitcoin',
    native: 'BTC',
    chainId: null,
    chainName: 'bitcoin',
    addressType: 'wpkh',
    confirmations: 8,
    blockSeconds: 600,
    explorerTransaction: '',
    explorerAddress: '',
    reason: 'asked for by users',
  });
});

test('what is wrong is said at its field before anything is sent, and so is what the server refuses', async () => {
  const taken = 'POLYGON has this chain id';
  const { dialog, type, send, posted } = await openNetwork('Add a network', {
    [`POST ${path}`]: () => ({
      status: 422,
      body: refusal('invalid_argument', taken, { chainId: [taken] }),
    }),
  });
  type(/^Reason/, 'asked for by users');
  await send();
  expect(dialog.getByText('Two to 20 capital letters and digits, a letter first')).toBeTruthy();
  expect(dialog.getByText(/^The chain id by EIP-155, a whole number/)).toBeTruthy();
  expect(posted()).toEqual([]);
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Key/));
  type(/^Key/, 'OTHER');
  type(/^Name/, 'Other');
  await userEvent.selectOptions(dialog.getByLabelText('Currency of its fees'), 'ETH');
  type(/^Chain id/, '137');
  await send();
  await waitFor(() => expect(dialog.getByLabelText(/^Chain id/).getAttribute('aria-invalid')).toBe('true'));
  expect(posted()).toHaveLength(1);
  // It is far above the button.
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Chain id/));
  type(/^Chain id/, '138');
  expect(dialog.getByLabelText(/^Chain id/).getAttribute('aria-invalid')).not.toBe('true');
});

test('a change shows before and after, and sends what has changed alone', async () => {
  const change = `${path}/POLYGON/change`;
  const { network, dialog, type, send } = await openNetwork('Change', { [`POST ${change}`]: requested });
  type(/^Reason/, 'a wrong chain id');
  await send();
  expect(dialog.getByText('Nothing is changed.')).toBeTruthy();
  expect(network.sentTo(change)).toEqual([]);
  type(/^Chain id/, '80002');
  expect(dialog.getByText('What changes')).toBeTruthy();
  expect(dialog.getByText(/137/)).toBeTruthy();
  await send();
  await waitFor(() => expect(network.sentTo(change)).toHaveLength(1));
  const { name, chainId, chainName, addressType, blockSeconds, explorerTransaction, explorerAddress } = polygon;
  expect(network.sentTo(change)[0]?.body).toEqual({
    change: { chainId: 80_002 },
    before: { name, chainId, chainName, addressType, blockSeconds, explorerTransaction, explorerAddress },
    reason: 'a wrong chain id',
  });
});

test('the chain of a network that was read stays as it is', async () => {
  const { dialog } = await openNetwork('Change', {}, { ...polygon, isFixed: true });
  expect(dialog.getByLabelText<HTMLInputElement>(/^Chain id/).disabled).toBe(true);
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).disabled).toBe(false);
});
