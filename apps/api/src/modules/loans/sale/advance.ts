/**
 * A sale from its beginning to its receipt, a step at a time: the pledge into the market, orders a minute apart, money and what is left
 * back, the division. Each step is a transaction that finds the one before by what is in Postgres, so a process may die between any
 * two of them, and two workers may do the same sale. docs/loans.md, "Liquidation".
 */
import type { LoanSale } from '@pelican/shared/loans';
import { saleEnd, saleLimit } from '@pelican/shared/loans';
import type pg from 'pg';
import type { CatalogMarket } from '../../../catalog/index.ts';
import { inTransaction, type Transaction } from '../../../platform/database/index.ts';
import { findLoan, type LoanAssets } from '../loans.ts';
import type { LoanPrices } from '../prices.ts';
import { lockLoan, takeStep } from '../steps.ts';
import { findDesk, isDeskKnown, shardOf } from './desk.ts';
import type { DeskEngine } from './desk-engine.ts';
import { isOpen, isSellable, isTradingPaused, orderAmount, type SaleCatalog, saleMarketOf } from './market.ts';
import {
  deleteOrder,
  endOrder,
  findLastOrder,
  findOpenOrder,
  insertOrder,
  type Placed,
  placeOrder,
  type SaleOrder,
} from './orders.ts';
import { findSale, type SaleRow } from './rows.ts';
import { advanceIn, advanceOut, beginOut, type Carrier } from './transfers.ts';

export type SaleAssets = LoanAssets &
  SaleCatalog & {
    marketById(id: number): CatalogMarket | undefined;
  };

export interface SaleDeps {
  pool: pg.Pool;
  prices: LoanPrices;
  engine: DeskEngine;
  /** Takes commands of the outbox to their engines at once; the worker's upkeep takes them otherwise. */
  deliver(subjects: string[]): Promise<unknown>;
}

/** Between two orders. */
const orderMs = 60_000;
/** More steps than a sale can take between two orders. */
const stepsMax = 12;

/** Brings a sale as far as it gets at `now` (Unix ms). */
export async function advanceSale(deps: SaleDeps, assets: SaleAssets, loanId: number, now: number): Promise<void> {
  for (let step = 0; step < stepsMax; step++) if (!(await advance(deps, assets, loanId, now))) return;
}

/** @returns whether something has changed */
async function advance(deps: SaleDeps, assets: SaleAssets, loanId: number, now: number): Promise<boolean> {
  const sale = await findSale(deps.pool, loanId);
  if (!sale || sale.step === 'done') return false;
  const loan = await findLoan(deps.pool, assets, loanId);
  if (!loan?.sale) return false;
  const market = assets.marketById(sale.marketId);
  const deskId = await findDesk(deps.pool);
  if (!market || deskId === undefined)
    throw new RangeError(`the sale of loan ${loanId} has lost its market or its desk`);
  const carrier: Carrier = {
    ...deps,
    assets,
    loan,
    row: sale,
    market,
    deskId,
    shard: await shardOf(deps.pool, market),
  };
  switch (sale.step) {
    case 'in':
      return advanceIn(carrier, now);
    case 'selling':
      return sell(deps, { ...carrier, sale: loan.sale }, now);
    case 'out':
      return advanceOut(carrier, now);
  }
}

interface Selling extends Carrier {
  sale: LoanSale;
}

async function sell(deps: SaleDeps, selling: Selling, now: number): Promise<boolean> {
  const { pool, loan, row, sale, market } = selling;
  const open = await findOpenOrder(pool, loan.id, loan.sides);
  if (open) return bringOrderOn(deps, selling, open, now);
  const last = await findLastOrder(pool, loan.id, loan.sides);
  if (row.isEndWanted || (last && isOver(selling, last.limit))) return beginOut(selling, now);
  if (row.nextAt.getTime() > now) return false;
  if (!(await isDeskKnown(pool, selling.deskId))) {
    await deps.deliver([`user:${selling.deskId}`]);
    return isDeskKnown(pool, selling.deskId);
  }
  const { price } = deps.prices.of(loan.sides.crypto.ticker, loan.sides.money.ticker);
  if (!isSellable(price)) return isHeldUp(pool, row, 'price_unavailable');
  if (!isOpen(market)) return isHeldUp(pool, row, 'market_closed');
  if (await isTradingPaused(pool)) return isHeldUp(pool, row, 'trading_paused');
  const number = sale.orders + 1;
  const limit = saleLimit(price.index, number, saleMarketOf(market).priceStep);
  if (limit <= 0n) return isHeldUp(pool, row, 'price_unavailable');
  if (isOver(selling, limit)) return beginOut(selling, now);
  const amount = orderAmount(market, loan, sale, limit);
  return inTransaction(pool, async (tx) => {
    const locked = await lockLoan(tx, selling.assets, loan.id);
    // Another worker was faster, or operators have said meanwhile that no more is sold.
    if (locked?.loan.sale?.orders !== sale.orders || (await findOpenOrder(tx, loan.id, loan.sides))) return true;
    const now = await findSale(tx, loan.id);
    if (now?.step !== 'selling' || now.isEndWanted) return true;
    await insertOrder(tx, loan.sides, { loanId: loan.id, number, index: price.index, limit, amount });
    return true;
  });
}

function isOver({ loan, sale, market }: Selling, limit: bigint): boolean {
  return saleEnd(loan.terms.units, loan.pledge, sale, saleMarketOf(market), limit) !== null;
}

async function isHeldUp(pool: pg.Pool, { loanId, problem }: SaleRow, why: string): Promise<false> {
  if (problem !== why) await pool.query('UPDATE p2p_sales SET problem = $2 WHERE loan_id = $1', [loanId, why]);
  return false;
}

async function bringOrderOn(deps: SaleDeps, selling: Selling, order: SaleOrder, now: number): Promise<boolean> {
  const { loan, row, deskId, shard, market } = selling;
  const placing = { db: deps.pool, engine: deps.engine, deskId, shard, market, sides: loan.sides };
  // It is not sent any more: no more is sold.
  const isGivenUp = row.isEndWanted && !order.isSent;
  const placed: Placed = isGivenUp ? { kind: 'outdated', order } : await placeOrder(placing, order);
  if (placed.kind === 'waiting') return isHeldUp(deps.pool, selling.row, 'outcome_unknown');
  return inTransaction(deps.pool, (tx) => endPlaced(tx, selling, { order, placed, now }));
}

async function endPlaced(
  tx: Transaction,
  { assets, loan: { id, sides } }: Selling,
  { order, placed, now }: { order: SaleOrder; placed: Exclude<Placed, { kind: 'waiting' }>; now: number },
): Promise<boolean> {
  const locked = await lockLoan(tx, assets, id);
  if (!locked || locked.loan.sale?.orders !== order.number - 1) return true;
  if (placed.kind === 'outdated') return deleteOrder(tx, placed.order);
  const next = 'UPDATE p2p_sales SET next_at = $2, problem = $3 WHERE loan_id = $1';
  if (placed.kind === 'refused') {
    if (!(await deleteOrder(tx, placed.order))) return true;
    await tx.query(next, [id, new Date(now + orderMs), `refused_${placed.code}`]);
    return false;
  }
  const { sold, proceeds } = placed.outcome;
  await takeStep(tx, locked, { type: 'fillSale', order: order.number, sold, proceeds }, { at: now });
  await endOrder(tx, sides, order, { outcome: placed.outcome, now });
  await tx.query(next, [id, new Date(now + orderMs), null]);
  return true;
}
