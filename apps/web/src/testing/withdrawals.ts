/** The withdrawal page, and what its calls answer. */
import { Component } from '../features/withdrawals/withdraw-page.tsx';
import { startNetwork } from './network.ts';
import { renderPage } from './render-page.tsx';

const fee = { fixed: '1', flexMin: '0', flexMax: '0', flexPercent: '0' };
export const method = (key: string, change: object = {}) => ({
  id: 1,
  key,
  type: 'crypto',
  action: 'withdraw',
  enabled: true,
  name: `${key} network`,
  description: '',
  tooltip: '',
  logo: '',
  minAmount: '5',
  maxAmount: '0',
  fee,
  network: { key, name: key, confirmations: 3, seconds: 6, is_memo: false, contract: '' },
  ...change,
});
export const withdrawal = (change: object = {}) => ({
  id: 7,
  ticker: 'XRP',
  createdAt: 1_795_000_000_000,
  currency: 'Ripple',
  amount: '20',
  fee: '1',
  net: '19',
  status: 5,
  address: 'sbx1address',
  memo: '',
  txHash: '',
  explorerLink: '',
  isFiat: false,
  paymentMethodKey: 'SANDBOX',
  paymentMethodName: 'SANDBOX network',
  reason: '',
  expiresAt: Date.now() + 1_800_000,
  confirmBy: ['mail', 'text'],
  canCancel: true,
  ...change,
});
export const listOf = (...result: object[]) => ({ body: { result, total: result.length, offset: 0, limit: 3 } });
export const methodsOf = (...paymentList: object[]) => ({ body: { marketList: [], paymentList, action: 'WITHDRAW' } });
export const security = { twoFactorEnabled: true, factors: ['totp'], withdrawalsLockedUntil: null, phone: null };
export const sent = { to: 'a***@test.local', expires: 1_795_000_600, retry_after: 60 };
const page = {
  'GET /v3/profile/withdrawaldata/XRP': () => methodsOf(method('SANDBOX')),
  'GET /v3/profile/balance': () => ({
    body: { result: [{ ticker: 'XRP', main_available: '100' }], totalInrVal: '0', totalUsdVal: '0' },
  }),
  'GET /v2/settings/security': () => ({ body: security }),
  'GET /v2/settings/general': () => ({ body: { is_verified: true } }),
  'GET /systemParams': () => ({ body: { kyc_required: { withdraw: true } } }),
  'GET /v3/profile/withdraw_kyc_limit': () => ({
    body: { tier: 'enhanced', limit: '100000', used: '1', left: '99999', basic: '500', enhanced: '100000' },
  }),
  'GET /v2/profile/withdrawals': () => listOf(),
  'GET /v3/profile/addresses-management': () => ({
    body: {
      ...listOf().body,
      filters: { tickers: [], methods: [] },
      allowList: { enabled: false, endsAt: null, waitHours: 24 },
    },
  }),
  'POST /v3/balance/calcfee-XRP/SANDBOX': () => ({ body: { amount: '20', fee: '1', net: '19' } }),
};

/** Shows the page of XRP. @param routes calls that are answered otherwise than by default */
export function show(routes: Parameters<typeof startNetwork>[0] = {}) {
  const network = startNetwork({ ...page, ...routes });
  const view = renderPage(Component, '/wallet/withdraw/XRP', '/wallet/withdraw/:ticker');
  return { network, view };
}
