/** What a sale moves into the market and back, and its division once everything is back. */
import type { ShardOf } from '@pelican/shared/engine';
import { parseBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { CatalogMarket } from '../../../catalog/index.ts';
import { mainAccount } from '../../../ledger/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../../platform/database/index.ts';
import { liquidationAccount, loanFeeAccount, loanGstAccount, loanTdsAccount } from '../accounts.ts';
import type { LoanAssets, StoredLoan } from '../loans.ts';
import { lockLoan, takeStep } from '../steps.ts';
import { deskAccounts, moveIn, moveOut, transferKey } from './desk.ts';
import { backOff, holdUp, type Obstacle, type StepOutcome } from './hold-up.ts';
import { findOpenOrder } from './orders.ts';
import { beginLeaving, beginSelling, findSale, replaceTransfer, type SaleRow, type TransferColumn } from './rows.ts';

const priceScale = 8;

/** Unix ms. A sale may wait for an engine for seconds, so that the clock is read when it is needed. */
export type SaleClock = () => Promise<number>;

/** A sale that is brought on. */
export interface Carrier {
  pool: pg.Pool;
  deliver(subjects: string[]): Promise<unknown>;
  assets: LoanAssets;
  loan: StoredLoan;
  row: SaleRow;
  market: CatalogMarket;
  deskId: number;
  shard: ShardOf<'spot'>;
  clock: SaleClock;
}

/** @param isAway whether nobody answers @returns what is said of the step */
export async function heldUp(
  { pool, loan, clock }: Carrier,
  problem: Obstacle,
  isAway = problem === 'outcome_unknown',
): Promise<StepOutcome> {
  await holdUp(pool, loan.id, problem, await clock());
  return isAway ? 'away' : 'held';
}

/** Waits for the pledge to arrive in the market, and begins its transfer anew when it was refused. */
export async function advanceIn(carrier: Carrier): Promise<StepOutcome> {
  const { pool, row, clock } = carrier;
  const status = await statusOf(carrier, row.inTransferId);
  if (status === 'pending') return heldUp(carrier, 'transfer_pending');
  if (status === 'rejected')
    return row.isEndWanted ? endBeforeMarket(carrier) : repeat(carrier, 'in_transfer_id', carrier.loan.pledge);
  await beginSelling(pool, row, await clock());
  return 'on';
}

/** Of a sale whose way into the market was refused and that operators end: the pledge is with the desk, and nothing has to come back. */
async function endBeforeMarket({ pool, row }: Carrier): Promise<StepOutcome> {
  await pool.query(
    `UPDATE p2p_sales SET step = 'out', problem = NULL WHERE loan_id = $1 AND step = 'in' AND in_transfer_id = $2 AND is_end_wanted`,
    [row.loanId, row.inTransferId],
  );
  return 'on';
}

/** Nothing more is sold: money and what is left of the pledge leave the market. */
export async function beginOut(carrier: Carrier): Promise<StepOutcome> {
  const { pool, loan, assets } = carrier;
  const now = await carrier.clock();
  return inTransaction<StepOutcome>(pool, async (tx) => {
    const locked = await lockLoan(tx, assets, loan.id);
    const row = await findSale(tx, loan.id);
    const sale = locked?.loan.sale;
    // An order that another worker has written meanwhile is counted first.
    if (row?.step !== 'selling' || !sale || (await findOpenOrder(tx, loan.id, loan.sides))) return 'on';
    const { money, crypto } = loan.sides;
    const out = (asset: typeof money, amount: bigint, number: number) =>
      amount === 0n ? null : moveOut(tx, { ...carrier, asset, amount, key: transferKey(loan.id, number) });
    const moneyTransferId = await out(money, sale.proceeds, row.transfers + 1);
    const coinsTransferId = await out(crypto, loan.pledge - sale.sold, row.transfers + 2);
    await beginLeaving(tx, loan.id, { moneyTransferId, coinsTransferId, now });
    return 'on';
  });
}

/** Waits for money and coins to come back, begins what was refused anew, and divides the proceeds once both are here. */
export async function advanceOut(carrier: Carrier): Promise<StepOutcome> {
  const { row, loan } = carrier;
  const { sale } = loan;
  if (!sale) return 'held';
  const [money, coins] = [await statusOf(carrier, row.moneyTransferId), await statusOf(carrier, row.coinsTransferId)];
  if (money === 'rejected') return repeat(carrier, 'money_transfer_id', sale.proceeds);
  if (coins === 'rejected') return repeat(carrier, 'coins_transfer_id', loan.pledge - sale.sold);
  if (money === 'pending' || coins === 'pending') return heldUp(carrier, 'transfer_pending');
  const now = await carrier.clock();
  await inTransaction(carrier.pool, (tx) => settle(tx, carrier, now));
  return 'on';
}

async function settle(
  tx: Transaction,
  { assets, loan: { id, sides }, deskId, shard }: Carrier,
  now: number,
): Promise<void> {
  const locked = await lockLoan(tx, assets, id);
  // Another worker was faster.
  if (locked?.loan.state !== 'liquidating') return;
  const { money, crypto, borrowerId: userId, lenderId } = sides;
  const index = (await findSale(tx, id))?.handOverIndex;
  const accounts = [
    ...deskAccounts(deskId, shard, [money.id, crypto.id]),
    ...[money, crypto].map(({ id: assetId }) => liquidationAccount({ userId, assetId })),
    loanFeeAccount(money.id),
    loanGstAccount(money.id),
    loanTdsAccount(money.id),
    mainAccount({ userId: lenderId, assetId: crypto.id }),
  ];
  const handOver = typeof index === 'string' && { lastIndex: parseBigUnits(index, priceScale) };
  await takeStep(tx, locked, { type: 'settleSale', ...handOver }, { at: now, deskId, accounts });
}

type Status = 'pending' | 'completed' | 'rejected';

/** Of a transfer whose command is taken to its engine if it waits; no transfer is one that has arrived. */
async function statusOf({ pool, deliver }: Carrier, id: string | null): Promise<Status> {
  if (id === null) return 'completed';
  const status = await readStatus(pool, id);
  if (status !== 'pending') return status;
  await deliver([`transfer:${id}`]);
  return readStatus(pool, id);
}

async function readStatus(db: Queryable, id: string): Promise<Status> {
  const { rows } = await db.query<{ status: Status }>('SELECT status FROM transfers WHERE id = $1', [id]);
  return rows[0]?.status ?? 'pending';
}

/** Of a transfer that its engine has refused, which is final: another one does the same, and is looked at later each time. */
async function repeat(carrier: Carrier, column: TransferColumn, amount: bigint): Promise<StepOutcome> {
  const { pool, loan, assets } = carrier;
  const { money, crypto } = loan.sides;
  const now = await carrier.clock();
  return inTransaction(pool, async (tx) => {
    await lockLoan(tx, assets, loan.id);
    const row = await findSale(tx, loan.id);
    if (row?.transfers !== carrier.row.transfers) return 'on';
    const asset = column === 'money_transfer_id' ? money : crypto;
    const move = { ...carrier, asset, amount, key: transferKey(loan.id, row.transfers + 1) };
    const transferId = await (column === 'in_transfer_id' ? moveIn(tx, move) : moveOut(tx, move));
    await replaceTransfer(tx, loan.id, { column, transferId });
    await backOff(tx, loan.id, row.transfers, now);
    return 'held';
  });
}
