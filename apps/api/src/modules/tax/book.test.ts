import { expect, test } from 'vitest';
import { type BookState, TaxBook } from './book.ts';
import type { BookLot } from './book-rows.ts';
import type { TradeEvent } from './events.ts';
import { LotQueue } from './fifo.ts';
import { priceKey } from './prices.ts';

const [btc, inr] = [1, 2];
const at = '2025-05-01 00:00:00+00';
const trade = (type: 'bought' | 'sold', amount: string): TradeEvent => ({
  ...{ type, at, micros: '1746057600000000', reference: 'BTC_INR:1', baseId: btc, quoteId: inr, feeAssetId: inr },
  ...{ amount, gross: '1000', fee: '0', gst: '0', tds: '0' },
});

/** Accesses to the list of open lots that a thousand purchases and sales need. */
function accessesWith(lots: number): { accesses: number; book: TaxBook } {
  const open = Array.from({ length: lots }, (_, number): BookLot => {
    return { number, assetId: btc, kind: 'trade', isKnown: true, remaining: 10n ** 18n, remainingCost: 10n ** 20n };
  });
  let accesses = 0;
  const count = <Result>(result: Result) => {
    accesses += 1;
    return result;
  };
  const counted = new Proxy(open, {
    get: (target, key) => count(Reflect.get(target, key)),
    set: (target, key, value) => count(Reflect.set(target, key, value)),
    has: (target, key) => count(Reflect.has(target, key)),
  });
  const state: BookState = {
    rupeeId: inr,
    isFiat: (assetId) => assetId === inr,
    open: new Map([[btc, new LotQueue(counted)]]),
    next: { lot: lots, disposal: 0, record: 0 },
    costs: new Map(),
    prices: new Map(),
    gstPpm: () => 180_000n,
  };
  const book = new TaxBook(state);
  for (let n = 0; n < 500; n += 1) {
    book.apply(trade('bought', '1'));
    book.apply(trade('sold', '1.5'));
  }
  return { accesses, book };
}

test('an event costs the same with a hundred thousand open lots as with a thousand', () => {
  const few = accessesWith(1_000);
  const many = accessesWith(100_000);
  expect(many.accesses).toBe(few.accesses);
  expect(many.accesses).toBeLessThan(20_000);
});

test('of lots from before only those that were taken from are written', () => {
  const { book } = accessesWith(100_000);
  expect(book.touched.size).toBe(750);
  expect([...book.touched].every(({ remaining }) => remaining === 0n)).toBe(true);
  expect(book.lots).toHaveLength(500);
});

test('a debit takes the lot of the credit that it undoes, the rest from the oldest', () => {
  const lot = (number: number, kind: string, remaining: bigint): BookLot => {
    return { number, assetId: btc, kind, isKnown: true, remaining, remainingCost: remaining * 100n };
  };
  const unit = 10n ** 18n;
  const lots = [lot(0, 'trade', 5n * unit), lot(1, 'credit', 2n * unit), lot(2, 'trade', 5n * unit)];
  const book = new TaxBook({
    rupeeId: inr,
    isFiat: (assetId) => assetId === inr,
    open: new Map([[btc, new LotQueue(lots)]]),
    next: { lot: 3, disposal: 0, record: 0 },
    costs: new Map(),
    prices: new Map(),
    gstPpm: () => 180_000n,
  });
  const debit = (amount: string) =>
    book.apply({ type: 'entry', kind: 'debit', at, micros: '1746057600000000', reference: 'r', assetId: btc, amount });
  debit('-2');
  expect(book.parts).toEqual([{ disposal: 0, lot: 1, quantity: 2n * unit, cost: 200n * unit }]);
  // The credit is gone: the oldest goes next, and the empty lot is passed over.
  debit('-6');
  expect(book.parts.slice(1).map(({ lot: number, quantity }) => [number, quantity])).toEqual([
    [0, 5n * unit],
    [2, unit],
  ]);
  expect(lots.map(({ remaining }) => remaining)).toEqual([0n, 0n, 4n * unit]);
});

test('a fee without a price is summed apart', () => {
  const book = new TaxBook({
    rupeeId: inr,
    isFiat: (assetId) => assetId === inr,
    open: new Map(),
    next: { lot: 0, disposal: 0, record: 0 },
    costs: new Map(),
    prices: new Map(),
    gstPpm: () => 180_000n,
  });
  book.apply({ ...trade('bought', '1'), fee: '10', gst: '1.8' });
  book.apply({ ...trade('bought', '1'), fee: '10', gst: '1.8', feeAssetId: 3 });
  const unpriced = book.sums.map(({ assetId, unpriced: apart }) => [assetId, apart]);
  expect(unpriced).toEqual([
    [inr, 0n],
    [3, 118n * 10n ** 17n],
  ]);
});

test('principal that is lent and returned moves no lot of the lender; the borrower gives back what the loan has brought', () => {
  const unit = 10n ** 18n;
  const lot = (number: number, kind: string, remaining: bigint): BookLot => {
    return { number, assetId: btc, kind, isKnown: true, remaining, remainingCost: remaining * 100n };
  };
  const bookOf = (lots: BookLot[]) =>
    new TaxBook({
      rupeeId: inr,
      isFiat: (assetId) => assetId === inr,
      open: new Map([[btc, new LotQueue(lots)]]),
      next: { lot: lots.length, disposal: 0, record: 0 },
      costs: new Map(),
      prices: new Map([
        [priceKey({ assetId: btc, micros: '1746057600000000' }), { units: 300n * unit, source: 'BTC_INR' }],
      ]),
      gstPpm: () => 180_000n,
    });
  const apply = (book: TaxBook, kind: string, amount: string) =>
    book.apply({ type: 'entry', kind, at, micros: '1746057600000000', reference: 'p2p-loan:1', assetId: btc, amount });

  const lender = bookOf([lot(0, 'trade', 5n * unit)]);
  apply(lender, 'p2p_loan_started', '-4');
  apply(lender, 'p2p_interest', '0.5');
  apply(lender, 'p2p_repayment', '4');
  expect(lender.disposals).toEqual([]);
  expect(lender.lots).toMatchObject([{ kind: 'interest', quantity: unit / 2n }]);
  expect(lender.records).toMatchObject([{ kind: 'income', source: 'interest', amount: unit / 2n }]);

  const borrower = bookOf([lot(0, 'trade', 5n * unit)]);
  apply(borrower, 'p2p_loan_started', '4');
  apply(borrower, 'p2p_interest', '-0.5');
  apply(borrower, 'p2p_repayment', '-4.2');
  expect(borrower.lots).toMatchObject([{ kind: 'loan', quantity: 4n * unit, remaining: 0n }]);
  expect(borrower.records).toEqual([]);
  expect(borrower.disposals.map(({ kind, quantity, proceeds }) => [kind, quantity, proceeds === null])).toEqual([
    ['interest', unit / 2n, false],
    ['loan', (42n * unit) / 10n, true],
  ]);
  // The loan's own lot goes first, and then the oldest.
  expect(borrower.parts.slice(1).map(({ lot: number, quantity }) => [number, quantity])).toEqual([
    [1, 4n * unit],
    [0, unit / 5n],
  ]);
});
