/** What funding, liquidation and deleveraging did, and the insurance fund, as settlement wrote them. */
import type {
  FundingPayment,
  fundingRecord,
  insuranceFund,
  LiquidationReceipt,
} from '@pelican/shared/contracts/perpetual';
import { type CashReason, type LiquidationStage, MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { stripZeros } from '@pelican/shared/money';
import type * as z from 'zod/mini';
import type { InstrumentCatalog } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type OwnRecordsFilter, type Page, pageOf, type RecordsFilter } from './pages.ts';
import { cashReasonNames, modeNames, positionNames, stageNames } from './wire-names.ts';

const milliseconds = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

interface FundingRateRow {
  marketId: number;
  rate: string;
  markPrice: string;
  time: number;
}

/** Settled rates, newest first. */
export async function findFundingRates(
  db: Queryable,
  filter: RecordsFilter,
  catalog: InstrumentCatalog,
): Promise<Page<z.infer<typeof fundingRecord>>> {
  const page = await pageOf<FundingRateRow>(db, {
    columns: `market_id AS "marketId", rate, mark_price AS "markPrice", ${milliseconds('time')} AS time`,
    table: 'perpetual_funding_rates',
    conditions: '($1::int IS NULL OR market_id = $1)',
    order: 'time DESC, market_id',
    values: [filter.marketId ?? null],
    filter,
  });
  return {
    result: page.result.map((row) => ({
      market: nameOf(row.marketId, catalog),
      rate: stripZeros(row.rate),
      mark_price: stripZeros(row.markPrice),
      time: row.time,
    })),
    total: page.total,
  };
}

/** Combines a command's sequence and the index of a record in it into one number. */
const recordId = 'r.seq * 100000 + r.index';

interface FundingPaymentRow {
  id: string;
  time: number;
  marketId: number;
  mode: MarginMode;
  position: PositionSide;
  positionId: string;
  rate: string;
  size: string;
  notional: string;
  amount: string;
}

/** Funding payments of this user's positions, newest first. */
export async function findFundingPayments(
  db: Queryable,
  filter: OwnRecordsFilter,
  catalog: InstrumentCatalog,
): Promise<Page<FundingPayment>> {
  const page = await pageOf<FundingPaymentRow>(db, {
    columns: `${recordId} AS id, ${milliseconds('r.time')} AS time, r.market_id AS "marketId", p.mode, p.position,
      r.position_id AS "positionId", r.rate, r.size, r.notional, r.amount`,
    table: 'perpetual_funding_payments r JOIN perpetual_positions p ON p.id = r.position_id',
    conditions: 'r.user_id = $1 AND ($2::int IS NULL OR r.market_id = $2)',
    order: 'r.seq DESC, r.index DESC',
    values: [filter.userId, filter.marketId ?? null],
    filter,
  });
  return {
    result: page.result.map((row) => ({
      id: Number(row.id),
      time: row.time,
      market: nameOf(row.marketId, catalog),
      mode: modeNames[row.mode],
      position: positionNames[row.position],
      position_id: Number(row.positionId),
      rate: stripZeros(row.rate),
      sz: stripZeros(row.size),
      notional: stripZeros(row.notional),
      amount: stripZeros(row.amount),
    })),
    total: page.total,
  };
}

interface ReceiptRow {
  id: string;
  time: number;
  /** 0: a deleveraging. */
  stage: LiquidationStage | 0;
  marketId: number;
  mode: MarginMode | null;
  position: PositionSide | null;
  positionId: string | null;
  markPrice: string;
  indexPrice: string;
  ratio: string | null;
  bankruptcyPrice: string;
  size: string;
  pnl: string;
  fee: string;
  fundDelta: string;
}

const receipts = `(
  SELECT seq, index, user_id, market_id, stage::int, mode, position, position_id, mark_price, index_price, ratio,
      bankruptcy_price, size, pnl, fee, fund_delta, time FROM perpetual_liquidations
  UNION ALL
  SELECT d.seq, d.index, d.user_id, d.market_id, 0, p.mode, p.position, d.position_id, 0, 0, NULL, d.price, d.size, d.pnl,
      0, 0, d.time FROM perpetual_deleveragings d LEFT JOIN perpetual_positions p ON p.id = d.position_id) r`;

/** Liquidation and deleveraging steps of this user, newest first. */
export async function findLiquidations(
  db: Queryable,
  filter: OwnRecordsFilter,
  catalog: InstrumentCatalog,
): Promise<Page<LiquidationReceipt>> {
  const page = await pageOf<ReceiptRow>(db, {
    columns: `${recordId} AS id, ${milliseconds('r.time')} AS time, r.stage, r.market_id AS "marketId", r.mode,
      r.position, r.position_id AS "positionId", r.mark_price AS "markPrice", r.index_price AS "indexPrice", r.ratio,
      r.bankruptcy_price AS "bankruptcyPrice", r.size, r.pnl, r.fee, r.fund_delta AS "fundDelta"`,
    table: receipts,
    conditions: 'r.user_id = $1 AND ($2::int IS NULL OR r.market_id = $2)',
    order: 'r.seq DESC, r.index DESC',
    values: [filter.userId, filter.marketId ?? null],
    filter,
  });
  return { result: page.result.map((row) => viewReceipt(row, catalog)), total: page.total };
}

function viewReceipt(row: ReceiptRow, catalog: InstrumentCatalog): LiquidationReceipt {
  return {
    id: Number(row.id),
    time: row.time,
    stage: row.stage === 0 ? 'deleveraged' : stageNames[row.stage],
    market: row.marketId === 0 ? '' : nameOf(row.marketId, catalog),
    mode: modeNames[row.mode ?? MarginMode.cross],
    position: positionNames[row.position ?? PositionSide.long],
    position_id: Number(row.positionId ?? 0),
    mark_price: priceView(row.markPrice),
    index_price: priceView(row.indexPrice),
    margin_ratio: row.ratio === null ? '' : stripZeros(row.ratio),
    bankruptcy_price: priceView(row.bankruptcyPrice),
    sz: stripZeros(row.size),
    pnl: stripZeros(row.pnl),
    fee: stripZeros(row.fee),
    fund_amount: stripZeros(row.fundDelta),
  };
}

/** "" for none. */
function priceView(price: string): string {
  const text = stripZeros(price);
  return text === '0' ? '' : text;
}

/** The newest public movements of the insurance fund. */
export const fundMovesShown = 100;

interface FundMoveRow {
  marketId: number;
  reason: CashReason;
  delta: string;
  after: string;
  time: number;
}

/** The insurance fund and its newest movements, newest first, in the order of the primary key: one shard has the fund. */
export async function findInsuranceFund(
  db: Queryable,
  catalog: InstrumentCatalog,
): Promise<z.infer<typeof insuranceFund>> {
  const { rows } = await db.query<FundMoveRow>(
    `SELECT market_id AS "marketId", reason, delta, after, ${milliseconds('time')} AS time FROM perpetual_fund_moves
      ORDER BY shard_id DESC, seq DESC, index DESC LIMIT $1`,
    [fundMovesShown],
  );
  return {
    balance: stripZeros(rows[0]?.after ?? '0'),
    history: rows.map((row) => ({
      balance: stripZeros(row.after),
      delta: stripZeros(row.delta),
      reason: cashReasonNames[row.reason],
      market: row.marketId === 0 ? '' : nameOf(row.marketId, catalog),
      time: row.time,
    })),
  };
}

function nameOf(marketId: number, catalog: InstrumentCatalog): string {
  return catalog.instrumentById(marketId)?.name ?? '';
}
