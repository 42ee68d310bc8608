/** Listings of tests in which no engine runs. */
import { listInstrument } from '@pelican/api/src/modules/perpetual/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';

/** As if the engines had taken everything. */
export async function answerCommands(db: Pick<pg.Pool, 'query'>): Promise<void> {
  await db.query('UPDATE outbox_commands SET done_at = now()');
}

/** BTC_USDT, halted, as operators list it. @returns its id */
export async function listBitcoin(pool: pg.Pool): Promise<number> {
  const listing = listInstrument.payload.parse({
    pair: 'BTC_USDT',
    listing: {
      contractValue: '0.01',
      lotSize: '0.01',
      tickSize: '0.1',
      minSize: '0.01',
      maxLimitSize: '10000',
      maxMarketSize: '2000',
      priceMax: '1000000',
      makerFee: '0.0002',
      takerFee: '0.0005',
      fundingCap: '0.00375',
      impactNotional: '20000',
      tiers: [{ maxSize: '1000', mmr: '0.004', maxLeverage: 100 }],
    },
  });
  const act = { actor: 'ops:test', reason: 'test' };
  const { id } = await inTransaction(pool, (tx) => listInstrument.run(tx, act, listing));
  await answerCommands(pool);
  return id;
}
