/**
 * A sale from its beginning to its receipt, a step at a time: the pledge into the market, orders a minute apart, money and what is left
 * back, the division. Each step is a transaction that finds the one before by what is in Postgres, so a process may die between any
 * two of them, and two workers may do the same sale. docs/loans.md, "Liquidation".
 */
import type { LoanSale } from '@pelican/shared/loans';
import { isSellable, saleEnd, saleLimit } from '@pelican/shared/loans';
import type pg from 'pg';
import type { CatalogMarket } from '../../../catalog/index.ts';
import { inTransaction, type Transaction } from '../../../platform/database/index.ts';
import { findLoan, type LoanAssets } from '../loans.ts';
import type { LoanPrices } from '../prices.ts';
import { lockLoan, takeStep } from '../steps.ts';
import { findDesk, isDeskKnown, shardOf } from './desk.ts';
import type { DeskEngine } from './desk-engine.ts';
import type { Obstacle, StepOutcome } from './hold-up.ts';
import { isOpen, isTradingPaused, orderAmount, type SaleCatalog, saleMarketOf } from './market.ts';
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
import { findSale, setNextOrder } from './rows.ts';
import { advanceIn, advanceOut, beginOut, type Carrier, heldUp, type SaleClock } from './transfers.ts';

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

/** Brings a sale as far as it gets now. @returns `away`: stop this shard's run */
export async function advanceSale(
  deps: SaleDeps,
  assets: SaleAssets,
  loanId: number,
  clock: SaleClock,
): Promise<StepOutcome> {
  for (let step = 0; step < stepsMax; step++) {
    const outcome = await advance(deps, assets, loanId, clock);
    if (outcome !== 'on') return outcome;
  }
  return 'held';
}

async function advance(deps: SaleDeps, assets: SaleAssets, loanId: number, clock: SaleClock): Promise<StepOutcome> {
  const sale = await findSale(deps.pool, loanId);
  if (!sale || sale.step === 'done') return 'held';
  const loan = await findLoan(deps.pool, assets, loanId);
  if (!loan?.sale) return 'held';
  const market = assets.marketById(sale.marketId);
  if (!market) throw new RangeError(`the sale of loan ${loanId} has lost its market`);
  const deskId = await findDesk(deps.pool);
  const carrier: Carrier = {
    ...deps,
    assets,
    loan,
    row: sale,
    market,
    deskId,
    shard: await shardOf(deps.pool, market),
    clock,
  };
  switch (sale.step) {
    case 'in':
      return advanceIn(carrier);
    case 'selling':
      return sell(deps, { ...carrier, sale: loan.sale });
    case 'out':
      return advanceOut(carrier);
  }
}

interface Selling extends Carrier {
  sale: LoanSale;
}

async function sell(deps: SaleDeps, selling: Selling): Promise<StepOutcome> {
  const { pool, loan, row, clock } = selling;
  const open = await findOpenOrder(pool, loan.id, loan.sides);
  if (open) return bringOrderOn(deps, selling, open);
  const last = await findLastOrder(pool, loan.id, loan.sides);
  if (row.isEndWanted || (last && isOver(selling, last.limit))) return beginOut(selling);
  if (row.nextAt.getTime() > (await clock())) return 'held';
  if (!(await isDeskKnown(pool, selling.deskId, selling.shard))) {
    await deps.deliver([`user:${selling.deskId}`]);
    return (await isDeskKnown(pool, selling.deskId, selling.shard)) ? 'on' : heldUp(selling, 'outcome_unknown');
  }
  const written = await inTransaction(pool, (tx) => writeOrder(tx, deps, selling));
  if (written === 'on') return 'on';
  return written === 'over' ? beginOut(selling) : heldUp(selling, written);
}

/** By a price of now: who waits for the lock waits on an old one. @returns why there is no order, or that there is nothing left to sell */
async function writeOrder(
  tx: Transaction,
  { prices }: SaleDeps,
  { assets, market, loan: { id, sides }, sale: read }: Selling,
): Promise<'on' | 'over' | Obstacle> {
  const locked = await lockLoan(tx, assets, id);
  const sale = locked?.loan.sale;
  // Another worker was faster, or operators have said meanwhile that no more is sold.
  if (!sale || sale.orders !== read.orders || (await findOpenOrder(tx, id, sides))) return 'on';
  const row = await findSale(tx, id);
  if (row?.step !== 'selling' || row.isEndWanted) return 'on';
  if (!isOpen(market)) return 'market_closed';
  if (await isTradingPaused(tx)) return 'trading_paused';
  const { price } = prices.of(sides.crypto.ticker, sides.money.ticker);
  if (!isSellable(price)) return 'price_unavailable';
  const number = sale.orders + 1;
  const limit = saleLimit(price.index, number, saleMarketOf(market).priceStep);
  if (limit <= 0n) return 'price_unavailable';
  if (isOver({ loan: locked.loan, sale, market }, limit)) return 'over';
  const amount = orderAmount(market, locked.loan, sale, limit);
  await insertOrder(tx, sides, { loanId: id, number, index: price.index, limit, amount });
  return 'on';
}

function isOver({ loan, sale, market }: Pick<Selling, 'loan' | 'sale' | 'market'>, limit: bigint): boolean {
  return saleEnd(loan.terms.units, loan.pledge, sale, saleMarketOf(market), limit) !== null;
}

async function bringOrderOn(deps: SaleDeps, selling: Selling, order: SaleOrder): Promise<StepOutcome> {
  const { loan, row, deskId, shard, market } = selling;
  const placing = { db: deps.pool, engine: deps.engine, deskId, shard, market, sides: loan.sides };
  // It is not sent any more: no more is sold, or not now.
  const isGivenUp = !order.isSent && (row.isEndWanted || (await isTradingPaused(deps.pool)));
  const placed: Placed = isGivenUp ? { kind: 'outdated', order } : await placeOrder(placing, order);
  if (placed.kind === 'waiting') return heldUp(selling, 'outcome_unknown', placed.isAway);
  // The minute begins when the order has ended, however long that took.
  const now = await selling.clock();
  return inTransaction(deps.pool, (tx) => endPlaced(tx, selling, { order, placed, now }));
}

async function endPlaced(
  tx: Transaction,
  { assets, loan: { id, sides } }: Selling,
  { order, placed, now }: { order: SaleOrder; placed: Exclude<Placed, { kind: 'waiting' }>; now: number },
): Promise<StepOutcome> {
  const locked = await lockLoan(tx, assets, id);
  if (!locked || locked.loan.sale?.orders !== order.number - 1) return 'on';
  if (placed.kind === 'outdated') {
    await deleteOrder(tx, placed.order);
    return 'on';
  }
  if (placed.kind === 'refused') {
    if (!(await deleteOrder(tx, placed.order))) return 'on';
    await setNextOrder(tx, id, { at: now + orderMs, problem: `refused_${placed.refusal}` });
    return 'held';
  }
  const { sold, proceeds } = placed.outcome;
  await takeStep(tx, locked, { type: 'fillSale', order: order.number, sold, proceeds }, { at: now });
  await endOrder(tx, sides, order, { outcome: placed.outcome, now });
  await setNextOrder(tx, id, { at: now + orderMs, problem: null });
  return 'on';
}
