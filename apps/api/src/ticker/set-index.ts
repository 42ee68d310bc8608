/** Sets a simulated index: from the next second on the market's index is this price. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/errors.ts';
import { parseUnits, stripZeros } from '@pelican/shared/money/decimal.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { inTransaction, recordAudit } from '../platform/database/index.ts';
import { type SetPrice, setPricesKey } from './sources/simulator.ts';

export const defaultHoldSeconds = 60;
const priceScale = 8;

export interface IndexChange {
  market: string;
  price: string;
  /** How long the price stays before it changes by itself again. */
  holdSeconds: number;
}

/**
 * Records who sets the price, and sends it to the ticker. The index is the price rounded to the market's tick.
 * @throws DomainError unknown_pair, invalid_argument for a market without a simulator or an invalid price
 */
export async function setIndex(
  { pool, redis }: { pool: pg.Pool; redis: Pick<Redis, 'hset'> },
  actor: string,
  change: IndexChange,
): Promise<void> {
  await inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ id: number; priceMax: string; isSimulated: boolean }>(
      `SELECT id, price_max AS "priceMax", EXISTS (
          SELECT 1 FROM index_sources WHERE instrument_id = instruments.id AND kind = 'simulator' AND enabled
        ) AS "isSimulated" FROM instruments WHERE name = $1`,
      [change.market],
    );
    const [market] = rows;
    if (!market) throw new DomainError('unknown_pair');
    if (!market.isSimulated) {
      throw new DomainError('invalid_argument', { fields: { market: ['Its index is not simulated'] } });
    }
    checkPrice(change.price, market.priceMax);
    const { price, holdSeconds } = change;
    await recordAudit(transaction, {
      actor,
      action: 'index.set',
      subject: `instrument:${market.id}`,
      details: { market: change.market, price, holdSeconds },
    });
    const set: SetPrice = { id: randomUUID(), price, holdMs: holdSeconds * 1000 };
    await redis.hset(setPricesKey, change.market, JSON.stringify(set));
  });
}

function checkPrice(price: string, priceMax: string): void {
  const parsed = parseUnits(price, priceScale);
  const max = parseUnits(stripZeros(priceMax), priceScale);
  if (!('units' in parsed) || !('units' in max) || parsed.units <= 0 || parsed.units > max.units) {
    throw new DomainError('invalid_argument', {
      fields: { price: [`Must be a price up to ${stripZeros(priceMax)} with at most ${priceScale} decimals`] },
    });
  }
}
