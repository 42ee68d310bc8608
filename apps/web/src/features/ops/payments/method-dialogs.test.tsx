import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession } from '../../../api/session.ts';
import { jane, now, openConsole } from '../../../testing/console.tsx';
import { refusal } from '../../../testing/network.ts';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

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
const request = { id: 12, action: 'payments.add_method', hash: 'a1b2c3', expires: now + 86_400 };
const requested = () => ({ body: { status: 'requested', request }, status: 202 });

async function openDialog(routes: Parameters<typeof openConsole>[1] = {}) {
  const opened = openConsole('/ops/payments', {
    'GET /v2/ops/me': () => ({ body: { ...jane, permissions: [...jane.permissions, 'money'] } }),
    [`GET ${path}`]: () => ({ body: { result: [], total: 0 } }),
    'GET /v2/ops/payment-networks': () => ({ body: { result: [ethereum], currencies } }),
    [`POST ${path}`]: requested,
    ...routes,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add a method' }));
  const dialog = within(await screen.findByRole('dialog'));
  /** Of two fields of a name the first: that of deposits. */
  const type = (name: RegExp, value: string) => {
    const [field] = dialog.getAllByLabelText(name);
    if (!field) throw new Error(`no field ${name}`);
    fireEvent.change(field, { target: { value } });
  };
  const send = () => userEvent.click(dialog.getByRole('button', { name: /^Add/ }));
  const posted = () => opened.network.sentTo(path).filter(({ method }) => method === 'POST');
  return { dialog, type, send, posted };
}

test('a token is refused at its fields while it is wrong, and sent with its terms', async () => {
  const { dialog, type, send, posted } = await openDialog();
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
  const { dialog, type, send, posted } = await openDialog({
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
  const { dialog, type, send, posted } = await openDialog();
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
