/** Sales of pledges in Postgres. */
import type { SaleProblem } from '@pelican/shared/contracts/loans';
import type { Loan, LoanSale, SaleReceipt } from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { rateOf, rateText } from '../decimals.ts';

/** The assets of a loan. */
interface Scales {
  money: { scale: number };
  crypto: { scale: number };
}

/** A loan as it was before a step. */
interface LoanBefore {
  sale: LoanSale | null;
  sides: Scales;
}

export type SaleStep = 'in' | 'selling' | 'out' | 'done';

/** By asset, which of the two a figure of the receipt is of. */
const receiptAssets = {
  tdsSale: 'money',
  toLender: 'money',
  tdsInterest: 'money',
  fee: 'money',
  gst: 'money',
  toBorrower: 'money',
  coinsBack: 'crypto',
  coinsToLender: 'crypto',
  shortfall: 'money',
  setOff: 'money',
  owed: 'money',
} as const satisfies Record<keyof SaleReceipt, keyof Scales>;
const receiptNames = Object.keys(receiptAssets) as (keyof SaleReceipt)[];

const receiptColumns: Record<keyof SaleReceipt, string> = {
  tdsSale: 'tds_sale',
  toLender: 'to_lender',
  tdsInterest: 'tds_interest',
  fee: 'fee_paid',
  gst: 'gst_paid',
  toBorrower: 'to_borrower',
  coinsBack: 'coins_back',
  coinsToLender: 'coins_to_lender',
  shortfall: 'shortfall',
  setOff: 'set_off',
  owed: 'owed',
};

type ReceiptRow = { [Name in keyof SaleReceipt as `receipt_${Name}`]: string | null };

export interface SaleRow extends ReceiptRow {
  loanId: string;
  marketId: number;
  cause: LoanSale['cause'];
  step: SaleStep;
  pledge: string;
  interest: string;
  fee: string;
  gst: string;
  cost: string;
  taxRate: string;
  orders: number;
  sold: string;
  proceeds: string;
  inTransferId: string | null;
  moneyTransferId: string | null;
  coinsTransferId: string | null;
  transfers: number;
  ltv: string;
  watchPrice: string;
  isEndWanted: boolean;
  /** By which a decision hands over coins at its end; null: by none. */
  handOverIndex: string | null;
  problem: SaleProblem | null;
  beganAt: Date;
  nextAt: Date;
  settledAt: Date | null;
}

const saleColumns = `loan_id AS "loanId", market_id AS "marketId", cause, step, pledge, interest, fee, gst, cost, tax_rate AS "taxRate",
  orders, sold, proceeds, in_transfer_id AS "inTransferId", money_transfer_id AS "moneyTransferId",
  coins_transfer_id AS "coinsTransferId", transfers, ltv, watch_price AS "watchPrice",
  is_end_wanted AS "isEndWanted", hand_over_index AS "handOverIndex", problem, begun_at AS "beganAt",
  next_at AS "nextAt", settled_at AS "settledAt",
  ${receiptNames.map((name) => `${receiptColumns[name]} AS "receipt_${name}"`).join(', ')}`;

/** By the loan's id. */
export async function selectSales(db: Queryable, loanIds: readonly string[]): Promise<Map<string, SaleRow>> {
  const { rows } = await db.query<SaleRow>(`SELECT ${saleColumns} FROM p2p_sales WHERE loan_id = ANY ($1::bigint[])`, [
    [...loanIds],
  ]);
  return new Map(rows.map((row) => [row.loanId, row]));
}

export async function findSale(db: Queryable, loanId: number): Promise<SaleRow | undefined> {
  return (await selectSales(db, [`${loanId}`])).get(`${loanId}`);
}

/** A sale as the state machine holds it. */
export function saleOf(row: SaleRow, scales: Scales): LoanSale {
  const money = (amount: string) => parseBigUnits(amount, scales.money.scale);
  const { cause, orders } = row;
  return {
    cause,
    interest: money(row.interest),
    fee: money(row.fee),
    gst: money(row.gst),
    cost: money(row.cost),
    taxRate: rateOf(row.taxRate),
    orders,
    sold: parseBigUnits(row.sold, scales.crypto.scale),
    proceeds: money(row.proceeds),
    receipt: receiptOf(row, scales),
  };
}

function receiptOf(row: SaleRow, scales: Scales): SaleReceipt | null {
  if (row.settledAt === null) return null;
  const figures = receiptNames.map((name) => {
    const figure = row[`receipt_${name}`] ?? '0';
    return [name, parseBigUnits(figure, scales[receiptAssets[name]].scale)];
  });
  return Object.fromEntries(figures) as SaleReceipt;
}

/** What is known of a sale beside the state machine. */
export interface SaleFacts {
  marketId: number;
  inTransferId: number;
  /** In percent. */
  ltv: string;
  watchPrice: string;
  now: number;
}

/** The sale that has just begun. @throws RangeError when the loan has none */
export async function insertSale(tx: Transaction, loan: Loan, { sides }: LoanBefore, facts: SaleFacts): Promise<void> {
  const { sale } = loan;
  if (!sale) throw new RangeError(`loan ${loan.id} has no sale`);
  const money = (units: bigint) => formatBigUnits(units, sides.money.scale);
  await tx.query(
    `INSERT INTO p2p_sales (loan_id, market_id, cause, pledge, ltv, watch_price, interest, fee, gst, cost, tax_rate, in_transfer_id,
        transfers, begun_at, next_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $13)`,
    [
      loan.id,
      facts.marketId,
      sale.cause,
      formatBigUnits(loan.pledge, sides.crypto.scale),
      facts.ltv,
      facts.watchPrice,
      money(sale.interest),
      money(sale.fee),
      money(sale.gst),
      money(sale.cost),
      rateText(sale.taxRate),
      facts.inTransferId,
      new Date(facts.now),
    ],
  );
}

/** What a step has done to a sale that has begun before it. */
export async function saveSale(
  tx: Transaction,
  { sale: before, sides }: LoanBefore,
  { id, sale }: Loan,
  now: number,
): Promise<void> {
  if (!before || !sale || before === sale) return;
  const { receipt } = sale;
  const money = (units: bigint) => formatBigUnits(units, sides.money.scale);
  await tx.query('UPDATE p2p_sales SET orders = $2, sold = $3, proceeds = $4 WHERE loan_id = $1', [
    id,
    sale.orders,
    formatBigUnits(sale.sold, sides.crypto.scale),
    money(sale.proceeds),
  ]);
  if (!receipt || before.receipt) return;
  const figures = receiptNames.map((name) => formatBigUnits(receipt[name], sides[receiptAssets[name]].scale));
  await tx.query(
    `UPDATE p2p_sales SET step = 'done', settled_at = $2, problem = NULL,
        ${receiptNames.map((name, at) => `${receiptColumns[name]} = $${at + 3}`).join(', ')}
      WHERE loan_id = $1`,
    [id, new Date(now), ...figures],
  );
}

/** No more is sold. @param handOverIndex by which coins are handed over for what is owed then, 10^-8; undefined: none are */
export async function wantSaleEnd(tx: Transaction, loanId: number, handOverIndex?: string): Promise<void> {
  await tx.query(
    `UPDATE p2p_sales SET is_end_wanted = true, hand_over_index = coalesce($2, hand_over_index), next_at = least(next_at, now())
      WHERE loan_id = $1`,
    [loanId, handOverIndex ?? null],
  );
}

/** The pledge is in the market. @returns nothing when another transfer has taken the place of this one */
export async function beginSelling(db: Queryable, { loanId, inTransferId }: SaleRow, now: number): Promise<void> {
  await db.query(
    `UPDATE p2p_sales SET step = 'selling', next_at = $3, problem = NULL WHERE loan_id = $1 AND step = 'in' AND in_transfer_id = $2`,
    [loanId, inTransferId, new Date(now)],
  );
}

/** Money and what is left of the pledge are on their way back, by transfers of these ids; null: there is none to move. */
export async function beginLeaving(
  tx: Transaction,
  loanId: number,
  {
    moneyTransferId,
    coinsTransferId,
    now,
  }: { moneyTransferId: number | null; coinsTransferId: number | null; now: number },
): Promise<void> {
  await tx.query(
    `UPDATE p2p_sales SET step = 'out', transfers = transfers + 2, money_transfer_id = $2, coins_transfer_id = $3, problem = NULL,
        next_at = $4
      WHERE loan_id = $1`,
    [loanId, moneyTransferId, coinsTransferId, new Date(now)],
  );
}

export type TransferColumn = 'in_transfer_id' | 'money_transfer_id' | 'coins_transfer_id';

/** Of a transfer that takes the place of one that was refused. */
export async function replaceTransfer(
  tx: Transaction,
  loanId: number,
  { column, transferId }: { column: TransferColumn; transferId: number },
): Promise<void> {
  await tx.query(`UPDATE p2p_sales SET ${column} = $2, transfers = transfers + 1 WHERE loan_id = $1`, [
    loanId,
    transferId,
  ]);
}

/** When the next order may go out; a sale that operators end waits for none. */
export async function setNextOrder(
  tx: Transaction,
  loanId: number,
  { at, problem }: { at: number; problem: SaleProblem | null },
): Promise<void> {
  await tx.query(
    'UPDATE p2p_sales SET next_at = CASE WHEN is_end_wanted THEN next_at ELSE $2 END, problem = $3 WHERE loan_id = $1',
    [loanId, new Date(at), problem],
  );
}

/** Until when an open sale is not looked at. Another worker may have placed an order meanwhile: its minute stays. */
export async function putOff(
  db: Queryable,
  loanId: number,
  { problem, until }: { problem: SaleProblem; until: number },
): Promise<void> {
  await db.query(
    `UPDATE p2p_sales SET problem = $2, next_at = greatest(next_at, $3) WHERE loan_id = $1 AND step <> 'done'`,
    [loanId, problem, new Date(until)],
  );
}
