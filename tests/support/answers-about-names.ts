/** What calls answer about a market or a coin, without its name: answers about two names are compared. */
import type { SocketClient } from './socket-client.ts';
import type { TestUser } from './test-api.ts';
import type { TradingApi } from './trading-api.ts';

/** Everything that is private and names a market: status and body, without its name. */
export async function privateAnswers(who: TestUser, pair: string) {
  const order = { pair, direction: 'buy', amount: '1' };
  const period = { from: 1_790_000_000, to: 1_790_100_000 };
  const answers = await Promise.all([
    who.post('/v2/order', { ...order, price: '10' }),
    who.post('/v2/order/put_market', order),
    who.get(`/v2/order?pair=${pair}`),
    who.delete(`/v2/order/deleteall/${pair}`),
    who.get(`/v2/order/finished?pair=${pair}`),
    who.get(`/v2/history?pair=${pair}`),
    who.get(`/v2/history/${pair}`),
    who.post('/v2/trade_history_export', { ...period, pair, format: 'csv' }),
    who.post('/v2/exports', { kind: 'spot.trades', params: { pair }, format: 'csv' }),
    who.post('/v2/exports', { kind: 'spot.orders', params: { pair }, format: 'pdf' }),
    who.post('/v2/favorites', { pair }),
    who.delete(`/v2/favorites/${pair}`),
  ]);
  return answers.map(({ status, body }) => [status, JSON.stringify(body).replaceAll(pair, '…')]);
}

/** Everything that names a coin: status and body, without its ticker. */
export async function answersAboutCoin({ call }: Pick<TradingApi, 'call'>, who: TestUser, ticker: string) {
  const period = { from: 1_790_000_000, to: 1_790_100_000 };
  const answers = await Promise.all([
    call('GET', `/v2/assets-status/incidents?ticker=${ticker}`),
    call('GET', `/v2/currency-fee/${ticker}?transaction_method=SANDBOX&type=deposit`),
    who.get(`/v2/blockHeight/${ticker}`),
    who.delete(`/v2/order/deleteallbycoin/${ticker}`),
    who.get(`/v3/profile/depositdata/${ticker}`),
    who.get(`/v3/profile/withdrawaldata/${ticker}`),
    who.post(`/v3/balance/calcfee-${ticker}/SANDBOX`, { amount: '1', action: 'deposit' }),
    who.get(`/v3/profile/balance/${ticker}`),
    who.get(`/v2/balance/deposit-${ticker}`),
    who.get(`/v2/balance/deposit-${ticker}/SANDBOX`),
    who.get(`/v2/profile/address/${ticker}`),
    who.post('/v2/profile/address', { ticker }),
    who.get(`/v2/profile/deposits/${ticker}`),
    who.post('/v2/sandbox/faucet', { ticker }),
    who.get(`/v2/profile/wallet-history?ticker=${ticker}`),
    who.get(`/v2/profile/movements?wallet=main&ticker=${ticker}`),
    who.post('/v2/export_transactions', { ...period, ticker, format: 'csv' }),
    who.get(`/v2/profile/codes/my/${ticker}`),
    who.get(`/v2/profile/codes/history/${ticker}`),
    who.post('/v2/profile/code/create', { ticker, amount: '1', factor: 'totp', code: '123456' }),
    who.post('/v2/profile/code/confirmation', { ticker, amount: '1' }),
    who.post('/v3/invoices', { ticker, amount: '1' }),
    who.post('/v2/profile/balance-transfer', { ticker, amount: '1', from: 'main', to: 'trade' }),
    who.get(`/v2/profile/withdrawals?ticker=${ticker}`),
    who.get(`/v3/profile/addresses-management?ticker=${ticker}`),
    who.post('/v2/profile/withdraw', { ticker, payment_method: 'SANDBOX', amount: '1', address: 'an-address' }),
  ]);
  return answers.map(({ status, body }) => [status, JSON.stringify(body).replaceAll(ticker, '…')]);
}

/** What loans say of a coin that operators have already made ready to be lent and pledged. */
export async function answersOfLoans({ call }: Pick<TradingApi, 'call'>, who: TestUser, ticker: string) {
  const order = { amount_from: '100', amount_to: '100', days_from: 3, days_to: 9, percent_from: '1', percent_to: '1' };
  const answers = await Promise.all([
    call('GET', '/p2p/currency-list'),
    who.get('/p2p/actual-currency-balance'),
    call('GET', '/p2p/total-data'),
    who.get(`/p2p/lend-search?fiat_currency=${ticker}`),
    who.get(`/p2p/lend-search?currency=${ticker}`),
    who.post('/p2p/create-order', { ...order, currency: ticker }),
    who.post('/p2p/create-order', { ...order, fiat_currency: ticker, currency: 'BTC' }),
  ]);
  return answers.map(({ status, body }) => [status, JSON.stringify(body).replaceAll(ticker, '…')]);
}

/** As `answersAboutCoin`, of the calls of a signed-in connection. */
export function socketAnswersAboutCoin(own: SocketClient, ticker: string) {
  const calls = [
    ['asset.query', ticker],
    ['asset.query', 'USDT', ticker],
    ['asset.history', ticker, '', 0, 0, 0, 10],
    ['asset.subscribe', ticker],
    ['asset.subscribe', 'USDT', ticker],
  ];
  return Promise.all(
    calls.map(async ([method, ...params]) => {
      const { error, result } = await own.ask(String(method), params);
      return JSON.stringify(error ?? result).replaceAll(ticker, '…');
    }),
  );
}
