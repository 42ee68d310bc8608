import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  type ConsoleRoutes,
  cleanUpConsole,
  jane,
  listOf,
  openConsole,
  openDialog,
  requested,
} from '../../../testing/console.tsx';
import { refusal } from '../../../testing/network.ts';

cleanUpConsole();

const path = '/v2/ops/payments';
const contract = `0x${'a1'.repeat(20)}`;
const ethereum = {
  id: 2,
  key: 'ETHEREUM',
  name: 'Ethereum',
  kind: 'evm',
  native: 'ETH',
  chainId: 1,
  chainName: null,
  addressType: null,
  confirmations: 12,
  blockSeconds: 12,
  explorerTransaction: '',
  explorerAddress: '',
  isRead: false,
  readAt: null,
  isFixed: false,
  coins: [],
};
const currencies = [
  { ticker: 'USDT', label: 'Tether', scale: 8 },
  { ticker: 'ETH', label: 'Ethereum', scale: 8 },
];

async function openNewMethod(routes: ConsoleRoutes = {}) {
  const { network } = openConsole(
    '/ops/payments',
    {
      [`GET ${path}`]: () => listOf(),
      'GET /v2/ops/payment-networks': () => ({ body: { result: [ethereum], currencies } }),
      [`POST ${path}`]: requested,
      ...routes,
    },
    [...jane.permissions, 'money'],
  );
  const { dialog, type, send } = await openDialog('Add a method');
  const posted = () => network.sentTo(path).filter(({ method }) => method === 'POST');
  return { dialog, type, send: () => send(/^Add/), posted };
}

test('a token is refused at its fields while it is wrong, and sent with its terms', async () => {
  const { dialog, type, send, posted } = await openNewMethod();
  await dialog.findByText(/USDT/);
  await userEvent.selectOptions(dialog.getByLabelText(/^Currency/), 'USDT');
  await userEvent.selectOptions(dialog.getByLabelText(/^Network/), 'ETHEREUM');
  type(/^Reason/, 'asked for by users');
  await send();
  expect(dialog.getByText('The address of the contract: 0x and 40 hexadecimal digits')).toBeTruthy();
  expect(posted()).toEqual([]);
  type(/^Name/, 'Ethereum');
  type(/^Contract/, contract);
  type(/^Decimals/, '6');
  type(/^Minimum/, '1');
  await send();
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]?.body).toMatchObject({
    ticker: 'USDT',
    kind: 'crypto',
    network: 'ETHEREUM',
    key: 'ETHEREUM',
    contract,
    decimals: 6,
    provider: '',
    deposit: { amountMin: '1', feeFixed: '0' },
    withdraw: { amountMin: '0' },
    reason: 'asked for by users',
  });
});

test("the network's own coin has no contract, and what the server refuses stands at its field", async () => {
  const { dialog, type, send, posted } = await openNewMethod({
    [`POST ${path}`]: () => ({
      status: 422,
      body: refusal('invalid_argument', 'ETH has a method', { decimals: ["The network's own coin has 18"] }),
    }),
  });
  await dialog.findByText(/USDT/);
  await userEvent.selectOptions(dialog.getByLabelText(/^Currency/), 'ETH');
  await userEvent.selectOptions(dialog.getByLabelText(/^Network/), 'ETHEREUM');
  expect(dialog.queryByLabelText(/^Contract/)).toBeNull();
  type(/^Name/, 'Ethereum');
  type(/^Decimals/, '18');
  type(/^Reason/, 'asked for by users');
  await send();
  expect(await dialog.findByText("The network's own coin has 18")).toBeTruthy();
  expect(posted()[0]?.body).toMatchObject({ contract: '', decimals: 18 });
});

test('a key by which nobody can be paid says so, and may take deposits all the same', async () => {
  const { dialog, type, send, posted } = await openNewMethod();
  await dialog.findByText(/USDT/);
  await userEvent.selectOptions(dialog.getByLabelText(/^Currency/), 'USDT');
  await userEvent.selectOptions(dialog.getByLabelText(/^Kind/), 'provider');
  type(/^Key/, 'mercuryo');
  expect(dialog.queryByText(/^No form asks who is paid/)).toBeNull();
  type(/^Key/, 'somewhere');
  expect(dialog.getByText(/^No form asks who is paid/)).toBeTruthy();
  type(/^Name/, 'Somewhere');
  type(/^Provider/, 'somewhere');
  type(/^Reason/, 'asked for by users');
  await send();
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]?.body).toMatchObject({ kind: 'provider', network: null, key: 'SOMEWHERE', decimals: null });
});
