/** A sale of a pledge as the sides of the loan see it. */
import type { SaleProblem, SaleView } from '@pelican/shared/contracts/loans';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../../platform/database/index.ts';
import { secondsOf } from '../decimals.ts';
import { type SaleRow, selectSales } from './rows.ts';

interface OrderRow {
  loanId: string;
  number: number;
  index: string;
  limit: string;
  amount: string;
  sold: string | null;
  proceeds: string | null;
  createdAt: Date;
}

/** Of a sale that goes on for days the newest are shown: there is one each minute. */
const ordersMax = 100;

/** Null when the pledge was never sold. */
export async function viewSale(db: Queryable, loanId: number): Promise<SaleView | null> {
  return (await viewSales(db, [loanId])).get(loanId)?.sale ?? null;
}

/** By the loan's id, each with what holds it up; loans whose pledge was never sold are not in it. */
export async function viewSales(
  db: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, { sale: SaleView; problem: SaleProblem | null }>> {
  const sales = await selectSales(db, loanIds.map(String));
  const { rows } = await db.query<OrderRow>(
    `SELECT loan_id AS "loanId", number, index_price AS index, limit_price AS limit, amount, sold, proceeds, created_at AS "createdAt"
      FROM unnest($1::bigint[]) AS shown(id)
      CROSS JOIN LATERAL (SELECT * FROM p2p_sale_orders WHERE loan_id = shown.id ORDER BY number DESC LIMIT ${ordersMax}) AS newest
      ORDER BY loan_id, number`,
    [[...sales.keys()]],
  );
  const orders = Map.groupBy(rows, ({ loanId }) => loanId);
  return new Map(
    [...sales].map(([id, row]) => [Number(id), { sale: saleView(row, orders.get(id) ?? []), problem: row.problem }]),
  );
}

function saleView(row: SaleRow, orders: readonly OrderRow[]): SaleView {
  return {
    cause: row.cause,
    step: row.step,
    date: secondsOf(row.beganAt),
    ltv: stripZeros(row.ltv),
    price: stripZeros(row.watchPrice),
    pledge: stripZeros(row.pledge),
    interest: stripZeros(row.interest),
    cost: stripZeros(row.cost),
    sold: stripZeros(row.sold),
    proceeds: stripZeros(row.proceeds),
    orders: orders.map(({ number, index, limit, amount, sold, proceeds, createdAt }) => ({
      number,
      index: stripZeros(index),
      limit: stripZeros(limit),
      amount: stripZeros(amount),
      sold: sold === null ? null : stripZeros(sold),
      proceeds: proceeds === null ? null : stripZeros(proceeds),
      date: secondsOf(createdAt),
    })),
    receipt: row.settledAt === null ? null : receiptOf(row),
  };
}

function receiptOf(row: SaleRow): SaleView['receipt'] {
  const figure = (name: Extract<keyof SaleRow, `receipt_${string}`>) => stripZeros(row[name] ?? '0');
  return {
    tds_sale: figure('receipt_tdsSale'),
    to_lender: figure('receipt_toLender'),
    tds_interest: figure('receipt_tdsInterest'),
    fee: figure('receipt_fee'),
    gst: figure('receipt_gst'),
    to_borrower: figure('receipt_toBorrower'),
    coins_back: figure('receipt_coinsBack'),
    coins_to_lender: figure('receipt_coinsToLender'),
    shortfall: figure('receipt_shortfall'),
    set_off: figure('receipt_setOff'),
    owed: figure('receipt_owed'),
  };
}
