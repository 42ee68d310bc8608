import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../scripts/services/process.ts';
import type { RunningExchange } from '../support/exchange.ts';
import { perpetualShard } from '../support/shards.ts';
import { checkByOperator, checkLedger, checkOrders, checkTransfers, settledUpToNow } from './checks.ts';
import type { ShardUnderFault } from './shard-under-fault.ts';
import { type Trading, TradingLoad } from './trading-load.ts';

const market = 'XRP_USDT';
const ticks = 10_000;

const firstIndexMsMax = 30_000;

/** Where the market may be traded in: the middle of its price band, in ticks of 0.0001. It has one when the first index price has come. */
export async function middleOfBand(exchange: RunningExchange): Promise<number> {
  let middle = 0;
  const hasPrice = async () => {
    const response = await fetch(`${exchange.url}/v3/derivatives/instruments`);
    const { result } = (await response.json()) as { result: Record<string, string>[] };
    const instrument = result.find((one) => one.market === market);
    middle = Math.round((ticks * (Number(instrument?.max_buy_price) + Number(instrument?.min_sell_price))) / 2);
    return middle > 0;
  };
  await until(`${market} has a price`, hasPrice, firstIndexMsMax);
  return middle;
}

/** What opens and what closes, in turn, so that positions do not only grow. */
const targets = [
  { side: 'buy', position: 'long' },
  { side: 'sell', position: 'short' },
  { side: 'buy', position: 'long' },
  { side: 'sell', position: 'short' },
  { side: 'sell', position: 'long' },
  { side: 'buy', position: 'short' },
];

const wallets = ['main', 'futures', 'trade'] as const;

const trading: Trading = {
  async open(exchange) {
    const middle = await middleOfBand(exchange);
    return {
      order(n, clientId) {
        const body = {
          market,
          mode: n % 5 === 0 ? 'isolated' : 'cross',
          ...targets[n % targets.length],
          type: 'limit',
          price: ((middle + ((n * 7) % 41) - 20) / ticks).toFixed(4),
          sz: `0.0${1 + (n % 9)}`,
          client_id: clientId,
        };
        return { path: '/v3/order', body };
      },
      cancel: (session, id) => session.call('POST', '/v3/order/cancel', { market, order_id: id }),
      // Round the three wallets: main to futures, futures to trade, trade to main.
      transfer(n) {
        const [from, to] = [wallets[n % 3], wallets[(n + 1) % 3]];
        return { path: '/v2/profile/balance-transfer', body: { ticker: 'USDT', amount: '1.25', from, to } };
      },
    };
  },
};

/** The perpetual shard under a load of orders that open and close, cancellations, and transfers through all wallets. */
export const perpetual: ShardUnderFault = {
  shard: 'perpetual',
  victims: [
    ['engine-perpetual'],
    ['engine-perpetual', 'engine-perpetual-standby'],
    ['settlement-perpetual'],
    ['ticker'],
  ],
  load: (exchange, name, people) => TradingLoad.start(exchange, name, trading, people),
  async verify(exchange, database, load) {
    const { REDIS_URL } = JSON.parse(readFileSync(join(exchange.dataDir, 'connection.json'), 'utf8'));
    await settledUpToNow(REDIS_URL, database, perpetualShard);
    await checkOrders(database, load as TradingLoad, 'perpetual');
    await checkTransfers(database, load as TradingLoad);
    await checkLedger(database);
    await checkByOperator(exchange, perpetualShard);
  },
};
