import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { live } from '../../../live/index.ts';
import type { RpcServer } from '../../../live/testing/rpc-server.ts';
import { startNetwork, tokens } from '../../../testing/network.ts';
import { instrument, longPosition, startFeed } from '../../../testing/perpetual.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { TransferEffect } from './transfer-effect.tsx';

/** 10 BTC at 60,000, backed by the 10,000 of the futures wallet. */
const crossLong = { ...longPosition, mode: 'cross' as const, sz: '1000', amount: '10', margin: '0' };
let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed({ positions: [crossLong], orders: [] });
  startSession(tokens('person'));
});

afterAll(async () => {
  endSession();
  live.stop();
  await feed.stop();
});

afterEach(cleanup);

test('what leaves the futures wallet brings the liquidation of a cross position nearer, and the dialog says so', async () => {
  startNetwork({ 'GET /v3/derivatives/instruments': () => ({ body: { result: [instrument] } }) });
  renderPage(() => <TransferEffect ticker="USDT" amount="4000" isOut />);
  const label = await screen.findByText('BTC/USDT, est. liquidation price');
  // (600,000 - 10,000) / (10 x (1 - 0.45 %)), and the same with 6,000
  expect(label.parentElement?.textContent).toMatch(/59,266\.\d.*59,668\.\d/);
  screen.getByText(/liquidated sooner/);
});

test('what arrives there takes it away, without a warning', async () => {
  startNetwork({ 'GET /v3/derivatives/instruments': () => ({ body: { result: [instrument] } }) });
  renderPage(() => <TransferEffect ticker="USDT" amount="4000" isOut={false} />);
  const label = await screen.findByText('BTC/USDT, est. liquidation price');
  expect(label.parentElement?.textContent).toMatch(/59,266\.\d.*58,864\.\d/);
  expect(screen.queryByText(/liquidated sooner/)).toBeNull();
});
