/** Sets a simulated index: from the next second on the market's index is this price. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { parseUnits, stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../identity/index.ts';
import { findIndexedMarket, subjectOf } from './indexed-market.ts';
import { demandDemo } from './operator.ts';
import { type SetPrice, setPricesKey } from './sources/simulator.ts';

export const defaultHoldSeconds = 60;
const priceScale = 8;

const payload = z.object({
  market: z.string(),
  price: z.string(),
  /** How long the price stays before it changes by itself again. */
  holdSeconds: z.number(),
});
type IndexChange = z.infer<typeof payload>;

/**
 * Records who sets the price, and sends it to the ticker after the commit; when it does not arrive the operator sets it again.
 * The index is the price rounded to the market's tick. One person may, because it is refused outside of a demo.
 * @throws DomainError unknown_pair, invalid_argument outside of a demo, for a market without a simulator or an invalid price
 */
export const setIndex: OperatorAction<IndexChange, void> = {
  name: 'index.set',
  permission: 'listings',
  twoPersons: false,
  payload,
  async run(tx, act, { market, price, holdSeconds }) {
    await demandDemo(tx);
    const found = await findIndexedMarket(tx, market);
    if (!found) throw new DomainError('unknown_pair');
    const { rowCount } = await tx.query(
      `SELECT FROM ${found.table} WHERE ${found.key} = $1 AND kind = 'simulator' AND enabled`,
      [found.id],
    );
    if (rowCount === 0) {
      throw new DomainError('invalid_argument', { fields: { market: ['Its index is not simulated'] } });
    }
    checkPrice(price, found.priceMax);
    const details = { market, price, holdSeconds };
    await recordAct(tx, act, { action: 'index.set', subject: subjectOf(found), details });
  },
  async afterCommit({ redis }, _act, { market, price, holdSeconds }) {
    const set: SetPrice = { id: randomUUID(), price, holdMs: holdSeconds * 1000 };
    await (await redis()).hset(setPricesKey, market, JSON.stringify(set));
  },
};

function checkPrice(price: string, priceMax: string): void {
  const parsed = parseUnits(price, priceScale);
  const max = parseUnits(stripZeros(priceMax), priceScale);
  if (!('units' in parsed) || !('units' in max) || parsed.units <= 0 || parsed.units > max.units) {
    throw new DomainError('invalid_argument', {
      fields: { price: [`Must be a price up to ${stripZeros(priceMax)} with at most ${priceScale} decimals`] },
    });
  }
}
