import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useStore } from 'zustand';
import { startSession } from '../../../api/session.ts';
import { FeedsProvider, live } from '../../../live/index.ts';
import type { RpcServer } from '../../../live/testing/rpc-server.ts';
import { addMessages } from '../../../platform/i18n.ts';
import terminalEnglish from '../../../terminal/locales/en.json';
import { TerminalMarketProvider } from '../../../terminal/terminal-market.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { instrument, openOrder, startFeed } from '../../../testing/perpetual.ts';
import { perpetualListItem } from '../../../testing/perpetual-market.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { questions } from '../../../ui/confirm.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { dismissAllToasts, toasts } from '../../../ui/notify.ts';
import english from '../locales/en.json';
import { PerpetualMarketProvider, perpetualMarketOf, terminalMarketOf } from '../perpetual-market.ts';
import { PerpetualFormBody, PerpetualTypeTabs } from './perpetual-form-panel.tsx';
import { usePerpetualForm } from './perpetual-form-store.ts';

addMessages('terminal', terminalEnglish);
addMessages('perpetual', english);

const market = perpetualMarketOf(perpetualListItem('BTC', 'Bitcoin', '60000', '0.0001'), instrument);
const terminal = terminalMarketOf(market);
let feed: RpcServer;
let quizPassed: boolean;
let kycStatus: string;

beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
  startSession(tokens('person'));
});

afterAll(async () => {
  live.stop();
  await feed.stop();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  quizPassed = true;
  kycStatus = 'approved';
  usePerpetualForm.getState().reset();
});

afterEach(cleanup);

const calls = {
  'GET /v3/derivatives/instruments': () => ({ body: { result: [instrument] } }),
  'GET /v3/futures-quiz': () => ({ body: { passed: quizPassed, questions: [] } }),
  'GET /v3/get-leverages': () => ({
    body: { result: { BTC_USDT: { cross: '10', isolated_long: '3', isolated_short: '3' } } },
  }),
  'GET /v3/get-max-amounts': () => ({
    body: {
      maxBuy: '40',
      maxSell: '40',
      maxBuyAmount: '0.4',
      maxSellAmount: '0.4',
      maxBuyMarket: '30',
      maxSellMarket: '30',
      maxCloseLong: '0',
      maxCloseShort: '0',
    },
  }),
  'GET /v2/settings/general': () => ({ body: { nickname: 'carol', kyc_status: kycStatus } }),
  'GET /systemParams': () => ({ body: { kyc_required: { trade: true } } }),
  'POST /v3/order': () => ({ body: openOrder({ id: 9, price: '59000', sz: '20' }) }),
};

/** The form as the trading screen has it, with the layout's questions outside of the market. */
function Screen() {
  const [question] = useStore(questions);
  return (
    <>
      <FeedsProvider value={live.perpetual}>
        <PerpetualMarketProvider value={market}>
          <TerminalMarketProvider value={terminal}>
            <PerpetualTypeTabs />
            <PerpetualFormBody />
          </TerminalMarketProvider>
        </PerpetualMarketProvider>
      </FeedsProvider>
      {question && <ConfirmDialog key={question.id} question={question} />}
    </>
  );
}

test('a limit long: the slider’s half of the largest size, confirmed with size, cost and leverage, is sent', async () => {
  const network = startNetwork(calls);
  const user = userEvent.setup();
  renderPage(Screen);
  await user.type(screen.getByLabelText('Price'), '59000');
  await screen.findByText('40 contracts');
  await user.click(screen.getByRole('button', { name: '50 % of the balance' }));
  expect((screen.getByLabelText('Size') as HTMLInputElement).value).toBe('20');
  await screen.findByRole('button', { name: /Leverage: 10×/ });
  await user.click(screen.getByRole('button', { name: 'Buy / Long 20 contracts' }));
  const dialog = await screen.findByRole('dialog');
  // 0.2 BTC at 59,000: 11,800 / 10, and the fee of 0.05 %
  for (const text of ['20 contracts (0.2 BTC)', '59,000 USDT', 'Cross 10×', '1,185.90 USDT'])
    expect(dialog.textContent).toContain(text);
  await user.click(within(dialog).getByRole('button', { name: 'Buy / Long 20 contracts' }));
  await waitFor(() => expect(network.sentTo('/v3/order')).toHaveLength(1));
  expect(network.sentTo('/v3/order')[0]?.body).toMatchObject({
    market: 'BTC_USDT',
    mode: 'cross',
    side: 'buy',
    position: 'long',
    type: 'limit',
    price: '59000',
    sz: '20',
    reduce_only: false,
  });
});

test('by keyboard: the focus is in the form again once the order is placed, and a toast says what was placed', async () => {
  dismissAllToasts();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  startNetwork({
    ...calls,
    'POST /v3/order': async () => {
      await answered;
      return { body: openOrder({ id: 9, price: '59000', sz: '20', amount: '0.2' }) };
    },
  });
  const user = userEvent.setup();
  renderPage(Screen);
  await user.type(screen.getByLabelText('Price'), '59000');
  await user.type(screen.getByLabelText('Size'), '20');
  const button = await screen.findByRole('button', { name: 'Buy / Long 20 contracts' });
  button.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Placing…' });
  expect(document.activeElement).toBe(button);
  // A browser takes the focus from a button that becomes disabled.
  expect((button as HTMLButtonElement).disabled).toBe(false);
  answer();
  await waitFor(() =>
    expect(toasts.getState().flatMap(({ kind, text }) => (kind === 'success' ? [text] : []))).toEqual([
      'Order placed: buy 0.2 BTC at 59,000',
    ]),
  );
  expect(document.activeElement).toBe(button);
});

test('a post-only order that would match is refused at the price field, and nowhere else', async () => {
  dismissAllToasts();
  const sentence = 'This post-only order would fill immediately. Change the price.';
  startNetwork({ ...calls, 'POST /v3/order': () => ({ status: 422, body: refusal('would_take', sentence) }) });
  const user = userEvent.setup();
  renderPage(Screen);
  await user.type(screen.getByLabelText('Price'), '59000');
  await user.type(screen.getByLabelText('Size'), '20');
  await user.click(await screen.findByRole('button', { name: 'Buy / Long 20 contracts' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Buy / Long 20 contracts' }));
  expect((await screen.findByRole('alert')).textContent?.trim()).toBe(`Not placed. ${sentence}`);
  expect(screen.getAllByText(sentence, { exact: false })).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByLabelText('Price'));
  expect(screen.getByLabelText('Price').getAttribute('aria-invalid')).toBe('true');
  expect(toasts.getState().map(({ text }) => text)).not.toContain(sentence);
  await user.type(screen.getByLabelText('Price'), '1');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a stop-loss on the wrong side is said while it is typed, without a figure; a right one is in the confirmation', async () => {
  startNetwork(calls);
  const user = userEvent.setup();
  renderPage(Screen);
  await user.type(screen.getByLabelText('Price'), '59000');
  await user.type(screen.getByLabelText('Size'), '20');
  await user.click(screen.getByLabelText('Take-profit and stop-loss'));
  const stop = await screen.findByLabelText('Stop-loss');
  await user.type(stop, '60000');
  await screen.findByText('Must be below 59,000');
  expect(screen.queryByText('Estimated profit')).toBeNull();
  await user.clear(stop);
  await user.type(stop, '58000');
  await screen.findByText('Estimated loss');
  await user.click(screen.getByRole('button', { name: 'Buy / Long 20 contracts' }));
  const dialog = await screen.findByRole('dialog');
  for (const text of ['Stop-loss58,000 USDT (Mark) → Market', 'Fee, up to, with GST5.90 USDT'])
    expect(dialog.textContent).toContain(text);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
});

test('what is missing is said at the field, and nothing is sent', async () => {
  const network = startNetwork(calls);
  const user = userEvent.setup();
  renderPage(Screen);
  await user.click(await screen.findByRole('button', { name: 'Buy / Long' }));
  await screen.findByText('Enter a size');
  await user.type(screen.getByLabelText('Price'), '61000.1');
  await screen.findByText(/above the limit for buying, 61,000/);
  expect(network.sentTo('/v3/order')).toHaveLength(0);
});

test('before the quiz is passed it stands in the place of the button', async () => {
  quizPassed = false;
  startNetwork(calls);
  renderPage(Screen);
  await screen.findByRole('button', { name: 'Take the risk quiz' });
  expect(screen.queryByRole('button', { name: /^Buy \/ Long/ })).toBeNull();
});

test('reduce only is the closing of a position', async () => {
  startNetwork(calls);
  const user = userEvent.setup();
  renderPage(Screen);
  await user.click(screen.getByLabelText('Reduce only'));
  expect(screen.getByRole('tab', { name: 'Close long' }).getAttribute('aria-selected')).toBe('true');
  await user.type(screen.getByLabelText('Size'), '1');
  await user.click(await screen.findByRole('button', { name: 'Close long 1 contracts' }));
  await screen.findByText('There is no such position to close');
});

test('neither verification nor the quiz stands before closing a position', async () => {
  quizPassed = false;
  kycStatus = 'rejected';
  const network = startNetwork(calls);
  const user = userEvent.setup();
  renderPage(Screen);
  await user.click(screen.getByRole('tab', { name: 'Open' }));
  const opening = await screen.findByRole('button', { name: 'Buy / Long' });
  await waitFor(() => expect((opening as HTMLButtonElement).disabled).toBe(true));
  await waitFor(() => expect(network.sentTo('/v3/futures-quiz')).toHaveLength(1));
  await screen.findByText(/You can trade once/);
  await user.click(screen.getByRole('tab', { name: 'Close' }));
  const closing = await screen.findByRole('button', { name: 'Close long' });
  expect((closing as HTMLButtonElement).disabled).toBe(false);
  expect(screen.queryByText(/You can trade once/)).toBeNull();
});
