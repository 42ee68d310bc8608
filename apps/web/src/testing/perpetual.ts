/** A perpetual market with a user in it: what the calls and the feed answer. */
import type { Instrument, OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { vi } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { RpcServer } from '../live/testing/rpc-server.ts';

export const instrument: Instrument = {
  id: 1001,
  market: 'BTC_USDT',
  stock: 'BTC',
  money: 'USDT',
  stock_label: 'Bitcoin',
  ct_val: '0.01',
  lot_sz: '0.01',
  min_sz: '0.01',
  tick_sz: '0.1',
  max_limit_sz: '10000',
  max_market_sz: '2000',
  maker_fee: '0.0002',
  taker_fee: '0.0005',
  max_leverage: '100',
  funding_interval: 28_800_000,
  status: 'open',
  max_buy_price: '61000',
  min_sell_price: '59000',
  tiers: [
    { tier: 1, max_sz: '1000', mmr: '0.004', max_leverage: '100' },
    { tier: 2, max_sz: '5000', mmr: '0.005', max_leverage: '50' },
  ],
};

/** 10 contracts at 60,000 with ten times leverage: liquidated at 54,244. */
export const longPosition: OpenPosition = {
  position_id: 5,
  market: 'BTC_USDT',
  mode: 'isolated',
  position: 'long',
  side: 2,
  sz: '10',
  amount: '0.1',
  avail_sz: '10',
  leverage: '10',
  real_leverage: '10',
  open_price: '60000',
  break_even_price: '60060.1',
  mark_price: '60000',
  liq_price: '54244',
  bankruptcy_price: '54027.1',
  margin: '600',
  maintenance_margin: '24',
  margin_ratio: '22.2222',
  profit_unreal: '0',
  profit_unreal_percent: '0',
  profit_real: '-3',
  fee: '-3',
  funding: '0',
  max_reducible: '540',
  adl: 2,
  is_liquidating: false,
  status: 0,
  version: 3,
  ctime: 1_700_000_000,
  mtime: 1_700_000_000,
  seq: 1,
};

/** A resting order that opens the same position further. Times of the socket are seconds. */
export function openOrder(changes: Partial<PerpetualOrder> & { id: number }): PerpetualOrder {
  return {
    order_id: changes.id,
    algo_id: null,
    market: 'BTC_USDT',
    mode: 'isolated',
    side: 'buy',
    position: 'long',
    type: 'limit',
    status: 'live',
    reason: null,
    leverage: '10',
    price: '59500',
    sz: '2',
    amount: '0.02',
    fill_px: '',
    fill_sz: '0',
    actual_px: '',
    actual_sz: '',
    actual_side: '',
    fee: '0',
    fee_currency: 'USDT',
    pnl: '0',
    last: '60000',
    reduce_only: false,
    tp_trigger_price: '',
    tp_order_price: '',
    tp_trigger_px_type: '',
    sl_trigger_price: '',
    sl_order_price: '',
    sl_trigger_px_type: '',
    trigger_price: '',
    trigger_px_type: '',
    client_id: '',
    create_time: 1_700_000_000,
    update_time: 1_700_000_000,
    finish_time: null,
    seq: 1,
    ...changes,
  };
}

/** 10,000 back cross orders, 1,000 isolated ones. */
const futuresWallet = {
  available: '1000',
  trading_balance: '10000',
  freeze: '0',
  balance: '10000',
  total_eq: '10000',
  margin: '0',
  profit_unreal: '0',
  seq: 1,
};

/** The feed of a user: a real socket server that the page connects to. */
export async function startFeed(account: { positions: OpenPosition[]; orders: PerpetualOrder[] }): Promise<RpcServer> {
  const server = await RpcServer.start();
  // jsdom's own socket does not get on with the events of Node.
  vi.stubGlobal(
    'WebSocket',
    class extends NodeSocket {
      constructor() {
        super(server.url);
      }
    },
  );
  server.answer = ({ method }) => {
    if (method === 'position_swap.query') return account.positions;
    if (method === 'order_swap.query') return { total: account.orders.length, records: account.orders };
    if (method === 'asset_swap.query') return { USDT: futuresWallet };
    return { status: 'success' };
  };
  return server;
}
