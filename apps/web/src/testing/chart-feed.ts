/** LTC/USDT as the parts of a trading screen take it, and a feed that serves it. */
import { afterAll, beforeAll } from 'vitest';
import { live } from '../live/index.ts';
import type { RpcServer } from '../live/testing/rpc-server.ts';
import { addMessages } from '../platform/i18n.ts';
import english from '../terminal/locales/en.json';
import type { TerminalMarket } from '../terminal/terminal-market.ts';
import { startFeed } from './perpetual.ts';

export const ltcMarket: TerminalMarket = {
  name: 'LTC_USDT',
  key: 'LTC_USDT',
  stock: 'LTC',
  money: 'USDT',
  priceStep: '0.01',
  priceDecimals: 2,
  amountDecimals: 4,
  totalDecimals: 2,
  grouping: 'western',
};

/** Starts the feed before the tests of a file, with the page connected, and ends both after them. */
export function chartFeed(): () => RpcServer {
  let feed: RpcServer | undefined;
  addMessages('terminal', english);
  beforeAll(async () => {
    feed = await startFeed({ positions: [], orders: [] });
    live.start();
  });
  afterAll(async () => {
    live.stop();
    await feed?.stop();
  });
  return () => {
    if (feed === undefined) throw new Error('the feed runs within tests');
    return feed;
  };
}
