/**
 * The orders of a sale: written before they are sent, and found again by their client id, so that one that was sent by a process that
 * died, or whose answer was lost, is not sent twice. The engine knows a client id for a day; what is older is looked for in what is
 * settled, once everything is. One that has not arrived and is no longer of now is written anew, by a price of now: a minute after it
 * was sent, when it is under way no more. Who sends or deletes an order says which row was read: another worker may have done either.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type OrderRefusal, orderRefusals } from '@pelican/shared/contracts/loans';
import type { ShardOf } from '@pelican/shared/engine';
import { RejectCode } from '@pelican/shared/engine/spot';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import type { CatalogMarket } from '../../../catalog/index.ts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { limitCommand } from '../../spot/index.ts';
import type { LoanSides } from '../postings.ts';
import type { DeskEngine } from './desk-engine.ts';
import { isTradingPaused } from './market.ts';

const priceScale = 8;
const source = 'p2p-desk';
/** Until settlement shows an order that the engine has taken. */
const settledMs = 5_000;
const pollMs = 25;
/** As long as a price is fresh. */
const freshSeconds = 10;
/** A command not in the journal after this time was lost. */
const arrivesSeconds = 60;
/** Clocks of Postgres and of the journal differ by less. */
const clockSlack = '1 minute';

export interface SaleOrder {
  loanId: number;
  number: number;
  limit: bigint;
  /** Coins. */
  amount: bigint;
  /** Whether it may have reached the engine; when it was sent last. */
  isSent: boolean;
  sentAt: Date | null;
  /** Its limit comes from a price that is no longer fresh. */
  isOld: boolean;
  /** It was sent so long ago that it does not arrive any more. */
  isLate: boolean;
  createdAt: Date;
}

export interface NewSaleOrder extends Pick<SaleOrder, 'loanId' | 'number' | 'limit' | 'amount'> {
  index: bigint;
}

interface OrderRow {
  number: number;
  limitPrice: string;
  amount: string;
  isSent: boolean;
  sentAt: Date | null;
  isOld: boolean;
  isLate: boolean;
  createdAt: Date;
}

/** @param ending whether it has to be the order that has not ended, or the last of those that have */
async function find(
  db: Queryable,
  loanId: number,
  { crypto }: LoanSides,
  ending: 'NULL' | 'NOT NULL',
): Promise<SaleOrder | undefined> {
  const { rows } = await db.query<OrderRow>(
    `SELECT number, limit_price AS "limitPrice", amount, is_sent AS "isSent", sent_at AS "sentAt", created_at AS "createdAt",
        created_at < clock_timestamp() - interval '${freshSeconds} seconds' AS "isOld",
        coalesce(sent_at, created_at) < clock_timestamp() - interval '${arrivesSeconds} seconds' AS "isLate"
      FROM p2p_sale_orders
      WHERE loan_id = $1 AND ended_at IS ${ending} ORDER BY number DESC LIMIT 1`,
    [loanId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { limitPrice, amount, ...rest } = row;
  const limit = parseBigUnits(limitPrice, priceScale);
  return { ...rest, loanId, limit, amount: parseBigUnits(amount, crypto.scale) };
}

export const findOpenOrder = (db: Queryable, loanId: number, sides: LoanSides) => find(db, loanId, sides, 'NULL');
export const findLastOrder = (db: Queryable, loanId: number, sides: LoanSides) => find(db, loanId, sides, 'NOT NULL');

/** The caller has the sale locked. */
export async function insertOrder(tx: Transaction, { crypto }: LoanSides, order: NewSaleOrder): Promise<void> {
  const price = (units: bigint) => formatBigUnits(units, priceScale);
  await tx.query(
    `INSERT INTO p2p_sale_orders (loan_id, number, index_price, limit_price, amount) VALUES ($1, $2, $3, $4, $5)`,
    [order.loanId, order.number, price(order.index), price(order.limit), formatBigUnits(order.amount, crypto.scale)],
  );
}

/** What an order of the desk has come to. */
export interface OrderOutcome {
  orderId: number;
  /** Coins, and money without what a trade costs. */
  sold: bigint;
  proceeds: bigint;
}

interface Placing {
  db: Queryable;
  engine: DeskEngine;
  deskId: number;
  shard: ShardOf<'spot'>;
  market: CatalogMarket;
  sides: LoanSides;
}

/**
 * `refused`: the engine did not take it and never will. `outdated`: it has not arrived, and is not sent any more. Both are about the order as it is
 * then. `waiting`: nobody knows yet; `isAway` when that is because nobody answers.
 */
export type Placed =
  | { kind: 'ended'; outcome: OrderOutcome }
  | { kind: 'refused'; refusal: OrderRefusal; order: SaleOrder }
  | { kind: 'outdated'; order: SaleOrder }
  | { kind: 'waiting'; isAway: boolean };

const onItsWay: Placed = { kind: 'waiting', isAway: false };
const unanswered: Placed = { kind: 'waiting', isAway: true };

/** Sends the order unless it is known, and answers what has become of it. */
export async function placeOrder(placing: Placing, order: SaleOrder): Promise<Placed> {
  const { db, engine, shard } = placing;
  // One that was sent before may be on its way: everything of then has to be settled before it counts as lost.
  if (order.isSent && !(await engine.isSettled(shard))) return onItsWay;
  const known = order.isSent ? await findOutcome(placing, order) : undefined;
  if (known) return { kind: 'ended', outcome: known };
  if (order.isOld) return !order.isSent || order.isLate ? { kind: 'outdated', order } : onItsWay;
  const sending: { isOpen: boolean; sent: SaleOrder | undefined } = { isOpen: false, sent: undefined };
  const isDue = async () => {
    sending.isOpen = true;
    sending.sent = (await isTradingPaused(db)) ? undefined : await markSent(db, order);
    return sending.sent !== undefined;
  };
  const code = await engine.place(shard, commandOf(placing, order), isDue);
  const { isOpen, sent } = sending;
  if (!sent) return isOpen ? onItsWay : unanswered;
  if (code === undefined) return unanswered;
  // The engine kept the content sent first.
  if (code === RejectCode.none || code === RejectCode.repeatedWithOtherContent) return waitForOutcome(placing, order);
  // The refusal concerns the repeated command: the first one may have been executed.
  return order.isSent ? onItsWay : { kind: 'refused', refusal: refusalOf(code), order: sent };
}

/** By the name of the engine's code: 'marketClosed' is market_closed. */
function refusalOf(code: number): OrderRefusal {
  const [name = ''] = Object.entries(RejectCode).find(([, known]) => known === code) ?? [];
  const refusal = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return orderRefusals.find((one) => one === refusal) ?? 'other';
}

/** The order as it is sent; undefined when it is not this one any more, its price counts no more, or its sale is to end: then it is not sent. */
async function markSent(db: Queryable, order: SaleOrder): Promise<SaleOrder | undefined> {
  const { rows } = await db.query<{ sentAt: Date }>(
    `UPDATE p2p_sale_orders SET is_sent = true, sent_at = clock_timestamp()
      WHERE ${isAsRead} AND created_at >= clock_timestamp() - interval '${freshSeconds} seconds'
        AND EXISTS (SELECT FROM p2p_sales sale WHERE sale.loan_id = $1 AND step = 'selling' AND NOT is_end_wanted)
      RETURNING sent_at AS "sentAt"`,
    asRead(order),
  );
  return rows[0] && { ...order, isSent: true, sentAt: rows[0].sentAt };
}

/** Of `p2p_sale_orders`: nobody has sent, ended or replaced it since. */
const isAsRead = `loan_id = $1 AND number = $2 AND ended_at IS NULL AND created_at = $3 AND is_sent = $4
  AND sent_at IS NOT DISTINCT FROM $5`;
const asRead = ({ loanId, number, createdAt, isSent, sentAt }: SaleOrder) => [
  loanId,
  number,
  createdAt,
  isSent,
  sentAt,
];

async function waitForOutcome(placing: Placing, order: SaleOrder): Promise<Placed> {
  for (const deadline = performance.now() + settledMs; ; await delay(pollMs)) {
    const outcome = await findOutcome(placing, order);
    if (outcome) return { kind: 'ended', outcome };
    // Settlement is late: others may be sold meanwhile.
    if (performance.now() >= deadline) return onItsWay;
  }
}

const clientIdOf = ({ loanId, number }: SaleOrder) => `p2p-liq-${loanId}-${number}`;

function commandOf({ deskId, market, sides }: Placing, order: SaleOrder) {
  const request = {
    pair: market.name,
    direction: 'sell',
    price: stripZeros(formatBigUnits(order.limit, priceScale)),
    amount: stripZeros(formatBigUnits(order.amount, sides.crypto.scale)),
    tif: 'ioc',
    client_id: clientIdOf(order),
  } as const;
  return limitCommand(deskId, request, source, market);
}

/** By the client id, which names loan and number: an order that was written anew has the one of before it, and may have been filled as that. */
async function findOutcome(
  { db, deskId, market, sides }: Placing,
  order: SaleOrder,
): Promise<OrderOutcome | undefined> {
  const { rows } = await db.query<{ id: string; sold: string; proceeds: string }>(
    `SELECT id, deal_stock AS sold, deal_money - deal_fee - deal_gst - deal_tds AS proceeds FROM spot_orders
      WHERE user_id = $1 AND client_id = $2 AND market_id = $3 AND finished_at < 'infinity'
        AND finished_at > least((SELECT begun_at FROM p2p_sales WHERE loan_id = $4), clock_timestamp() - interval '1 day') - interval '${clockSlack}'`,
    [deskId, clientIdOf(order), market.id, order.loanId],
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    orderId: Number(row.id),
    sold: parseBigUnits(row.sold, sides.crypto.scale),
    proceeds: parseBigUnits(row.proceeds, sides.money.scale),
  };
}

/** The caller has the sale locked. */
export async function endOrder(
  tx: Transaction,
  { money, crypto }: LoanSides,
  { loanId, number }: SaleOrder,
  { outcome, now }: { outcome: OrderOutcome; now: number },
): Promise<void> {
  await tx.query(
    `UPDATE p2p_sale_orders SET order_id = $3, sold = $4, proceeds = $5, ended_at = $6 WHERE loan_id = $1 AND number = $2 AND ended_at IS NULL`,
    [
      loanId,
      number,
      outcome.orderId,
      formatBigUnits(outcome.sold, crypto.scale),
      formatBigUnits(outcome.proceeds, money.scale),
      new Date(now),
    ],
  );
}

/** Of one that has not arrived, or that the engine has refused: the next one has its number. @returns false when it is not this one any more */
export async function deleteOrder(tx: Transaction, order: SaleOrder): Promise<boolean> {
  const { rowCount } = await tx.query(`DELETE FROM p2p_sale_orders WHERE ${isAsRead}`, asRead(order));
  return rowCount === 1;
}
