/** Loans whose pledges are sold by the real engine: the jobs of the worker, run by the test as of any time. */
import {
  createDeskEngine,
  endLoanSale,
  followIndexes,
  runDays,
  runSales,
  runWatch,
} from '@pelican/api/src/modules/loans/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { deliverOutbox } from '@pelican/api/src/shards/index.ts';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { silent } from './jobs-of-a-test.ts';
import { creditShard } from './ledger-users.ts';
import { loanOf, madeOffer, startLoansApi, takenCredit } from './loans.ts';
import type { TestUser } from './test-api.ts';
import { startTradingApi } from './trading-api.ts';

export type SalesApi = Awaited<ReturnType<typeof startSalesApi>>;

export async function startSalesApi() {
  const trading = await startTradingApi();
  const api = await startLoansApi({ on: trading });
  const redis = connectRedis(api.redisUrl, silent);
  const { worker: pool } = api;
  const deps = {
    pool,
    prices: followIndexes(api.parts.perpetual.live.view, api.parts.spotIndexes),
    engine: createDeskEngine({ pool, redis }),
    deliver: (subjects: string[]) =>
      deliverOutbox({ pool, redis: async () => redis, shards: api.config.shards }, subjects),
  };

  const buyers: TestUser[] = [];

  return {
    ...api,
    deps,
    /** Each with the rights of the worker. @param asOf Unix ms; now otherwise */
    watch: (asOf?: number) => runWatch(deps, asOf),
    sell: (asOf?: number) => runSales(deps, asOf),
    days: (asOf?: number) => runDays(pool, asOf),
    /** As operators end a sale that finds no buyers. */
    endSale: (id: number): Promise<void> =>
      inTransaction(api.parts.pool, (tx) =>
        endLoanSale.run(tx, { actor: 'ops:test', reason: 'no buyers' }, { loan: id }),
      ),
    /** Runs the sales, a minute later each time, until the loan is no longer being sold. */
    async soldOut(by: TestUser, id: number, from = Date.now()): Promise<LoanView> {
      for (let minute = 0; minute < 8; minute++) {
        await runSales(deps, from + minute * 60_000);
        const loan = await loanOf(by, id);
        if (loan.state !== 'liquidating') return loan;
      }
      return loanOf(by, id);
    },
    /** Somebody who buys BTC for so much money at each price. */
    async buyer(bids: Record<string, string>): Promise<TestUser> {
      const user = await api.person('buyer');
      buyers.push(user);
      const { rows } = await api.parts.pool.query<{ id: number }>(`SELECT id FROM assets WHERE ticker = 'USDT'`);
      const money = { userId: user.id, assetId: rows[0]?.id ?? 0, amount: '1000000' };
      await creditShard(api.parts.pool, { ...money, to: 'trade' });
      const { rows: transfers } = await api.parts.pool.query<{ id: string }>(
        'SELECT id FROM transfers WHERE user_id = $1',
        [user.id],
      );
      await deps.deliver(transfers.map(({ id }) => `transfer:${id}`));
      for (const [price, amount] of Object.entries(bids)) {
        const answer = await user.post('/v2/order', { pair: 'BTC_USDT', direction: 'buy', price, amount });
        if (answer.status !== 200) throw new Error(`the bid was answered ${JSON.stringify(answer.body)}`);
      }
      return user;
    },
    /** Nobody's orders are met by those of another test. */
    async noBids(): Promise<void> {
      for (const user of buyers.splice(0)) await user.delete('/v2/order/deleteall');
    },
    async close(): Promise<void> {
      redis.disconnect();
      await api.close();
    },
  };
}

/** 500 USDT for ten days at 0.1%, against 0.00776924 BTC at a price of 100,000: sold from 75,788.91 down. */
export async function begunLoan(
  api: SalesApi,
  wanted: object = {},
): Promise<{ alice: TestUser; bob: TestUser; loan: LoanView }> {
  const alice = await api.person('alice', { USDT: '1000' });
  const bob = await api.person('bob', { BTC: '1' });
  const loan = await takenCredit(bob, await madeOffer(alice, { auto_approve: true, ...wanted }));
  return { alice, bob, loan };
}
