import { createHash, webcrypto } from 'node:crypto';
import type { OwnLeaf, Proof } from '@pelican/shared/contracts/reserves';
import { leafBytes, nodeBytes } from '@pelican/shared/reserves';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './reserves-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const nonce = Buffer.alloc(32, 1);
const mine = {
  hash: sha256(leafBytes({ nonce, account: '7', ticker: 'BTC', sum: 2n * 10n ** 18n })),
  sum: 2n * 10n ** 18n,
};
const other = { hash: sha256(leafBytes({ nonce, account: '8', ticker: 'BTC', sum: 10n ** 18n })), sum: 10n ** 18n };
const root = sha256(nodeBytes(mine, other)).toString('hex');
const leaf: OwnLeaf = {
  account: '7',
  ticker: 'BTC',
  amount: '2',
  nonce: nonce.toString('hex'),
  position: 0,
  path: [{ hash: other.hash.toString('hex'), sum: '1' }],
  tree: { root, total: '3', depth: 1 },
};
const time = 1_790_000_000;
const published: Proof = {
  id: 4,
  time,
  is_demo: false,
  assets: [
    {
      ticker: 'BTC',
      label: 'Bitcoin',
      liabilities: '3',
      reserves: '3.3',
      percent: '110.00',
      negative: '0.5',
      root,
      depth: 1,
      places: [{ kind: 'network', name: 'Bitcoin', amount: '3.3', source: 'chain', time, block: 900_000 }],
    },
  ],
};

function open(
  own: { leaves: OwnLeaf[] } = { leaves: [leaf] },
  list: object[] = [{ id: 4, time, assets: 1, below: 0 }],
) {
  vi.stubGlobal('crypto', webcrypto);
  const network = startNetwork({
    'GET /v3/proofs-of-reserves': () => ({ body: { result: list, total: list.length, offset: 0, limit: 10 } }),
    'GET /v3/proofs-of-reserves/4': () => ({ body: published }),
    'GET /v3/proofs-of-reserves/4/own': () => ({
      body: { format: 'pelican-proof-of-reserves-1', proof: 4, time, ...own },
    }),
  });
  renderPage(Component, '/proof-of-reserves');
  return network;
}

test('everybody sees what is owed, what lies against it, and where; a visitor is asked to sign in for the own part', async () => {
  const { sentTo } = open();
  const row = within(await screen.findByRole('table', { name: 'Assets of the proof' }))
    .getByText('Bitcoin')
    .closest('tr');
  expect(row?.textContent).toMatch(/3.*3\.3.*110\.00 %.*Covered/);
  expect(screen.getByText(/Accounts below zero owed us 0.5 BTC/)).toBeTruthy();
  expect(screen.getByText('Read from the network at block 900000')).toBeTruthy();
  expect(sentTo('/v3/proofs-of-reserves/4/own')).toEqual([]);
});

test('who is signed in verifies the own balance in the browser', async () => {
  startSession(tokens('mine'));
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Verify in this browser' }));
  expect(await screen.findByText('Your balance is counted in the published total.')).toBeTruthy();
  expect(screen.getByText('Counted in the total')).toBeTruthy();
});

test('a leaf that does not lead to the published root is said to be wrong, whatever root came with it', async () => {
  startSession(tokens('mine'));
  open({ leaves: [{ ...leaf, amount: '1' }] });
  fireEvent.click(await screen.findByRole('button', { name: 'Verify in this browser' }));
  expect(await screen.findByText(/At least one of your balances does not agree/)).toBeTruthy();
  expect(screen.getByText('Leads to another root than the published one')).toBeTruthy();
});

test('an account without a balance, and an exchange without a proof, are said so', async () => {
  startSession(tokens('mine'));
  open({ leaves: [] });
  expect(await screen.findByText(/no leaf of this proof is yours/)).toBeTruthy();
  cleanup();
  open(undefined, []);
  expect(await screen.findByText(/No proof has been made yet/)).toBeTruthy();
});
