import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spotShard } from '../support/shards.ts';
import {
  checkByOperator,
  checkLedger,
  checkOrders,
  checkProjection,
  checkTransfers,
  withSettledReplay,
} from './checks.ts';
import type { ShardUnderFault } from './shard-under-fault.ts';
import { type Trading, TradingLoad } from './trading-load.ts';

const trading: Trading = {
  open: async () => ({
    order(n, clientId) {
      const cents = 10_000 + ((n * 7) % 41) - 20;
      const body = {
        pair: 'LTC_USDT',
        direction: n % 2 === 0 ? 'buy' : 'sell',
        price: (cents / 100).toFixed(2),
        amount: `0.0${1 + (n % 9)}`,
        client_id: clientId,
      };
      return { path: '/v2/order', body };
    },
    // The same for a repeat: by the order's number, down to what is filled or below it, or to another price.
    amend(session, id, clientId) {
      const change = id % 2 === 0 ? { amount: '0.005' } : { price: (100 + ((id % 21) - 10) / 100).toFixed(2) };
      return session.call('POST', '/v2/order/modify', { order_id: id, ...change, client_id: clientId });
    },
    cancel: (session, id) => session.call('DELETE', `/v2/order/${id}`),
    transfer(n) {
      const [from, to] = n % 2 === 0 ? ['main', 'trade'] : ['trade', 'main'];
      return { path: '/v2/profile/transfer', body: { ticker: 'USDT', amount: '1.25', from, to } };
    },
  }),
};

/** The spot shard under a load of limit orders, changes and cancellations on LTC_USDT. */
export const spot: ShardUnderFault = {
  shard: 'spot',
  victims: [['engine-spot'], ['engine-spot', 'engine-spot-standby'], ['settlement-spot']],
  load: (exchange, name, people) => TradingLoad.start(exchange, name, trading, people),
  async verify(exchange, database, load) {
    const connection = JSON.parse(readFileSync(join(exchange.dataDir, 'connection.json'), 'utf8'));
    await withSettledReplay({ redisUrl: connection.REDIS_URL, dataDir: exchange.dataDir, database }, (replayed) =>
      checkProjection(database, replayed),
    );
    await checkOrders(database, load as TradingLoad, 'spot');
    await checkTransfers(database, load as TradingLoad);
    await checkLedger(database);
    await checkByOperator(exchange, spotShard);
  },
};
