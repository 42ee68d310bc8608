/** A sale of a pledge as the sides of the loan see it. */
import type { SaleView } from '@pelican/shared/contracts/loans';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../../platform/database/index.ts';
import { secondsOf } from '../decimals.ts';
import { findSale, type SaleRow } from './rows.ts';

interface OrderRow {
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
  const row = await findSale(db, loanId);
  if (!row) return null;
  const { rows: newest } = await db.query<OrderRow>(
    `SELECT number, index_price AS index, limit_price AS limit, amount, sold, proceeds, created_at AS "createdAt"
      FROM p2p_sale_orders WHERE loan_id = $1 ORDER BY number DESC LIMIT ${ordersMax}`,
    [loanId],
  );
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
    orders: newest.toReversed().map(({ number, index, limit, amount, sold, proceeds, createdAt }) => ({
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
