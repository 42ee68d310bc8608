/** Rows of the perpetual tables as the snapshots of the engine that they were written from. */
import {
  type ActualSide,
  type AlgoKind,
  type AlgoState,
  type EndReason,
  EventKind,
  type MarginMode,
  type OrderKind,
  type OrderState,
  type PositionCode,
  type PositionSide,
  type PriceSource,
  type Side,
} from '@pelican/shared/engine/perpetual';
import { type ParsedCount, parseBigUnits, parseContracts, parseTicks, perpetualScale } from '@pelican/shared/money';
import type { CatalogInstrument, InstrumentCatalog } from '../../catalog/index.ts';
import type { KeptAlgo, KeptOrder, KeptPosition } from './records.ts';

const milliseconds = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)`;

const legColumns = `tp_trigger_price AS "tpTriggerPrice", tp_order_price AS "tpOrderPrice",
  tp_trigger_by AS "tpTriggerBy", sl_trigger_price AS "slTriggerPrice", sl_order_price AS "slOrderPrice",
  sl_trigger_by AS "slTriggerBy"`;
const commonColumns = `id, user_id AS "userId", market_id AS "marketId", mode, side, position, type, state, reason,
  leverage, size, ${legColumns}, client_id AS "clientId", source, ${milliseconds('created_at')} AS "createdMs",
  ${milliseconds('updated_at')} AS "updatedMs", seq`;

/** Select lists for the functions below. */
export const orderColumns = `${commonColumns}, algo_id AS "algoId", attached_algo_id AS "attachedAlgoId",
  is_resting AS "isResting", price, filled_size AS "filledSize", filled_notional AS "filledNotional", fee, pnl, "freeze",
  last_price AS "lastPrice"`;
export const algoColumns = `${commonColumns}, parent_order_id AS "parentOrderId", child_order_id AS "childOrderId",
  fail_code AS "failCode", actual_side AS "actualSide", actual_size AS "actualSize",
  actual_notional AS "actualNotional", fired_price AS "firedPrice", trigger_price AS "triggerPrice",
  trigger_order_price AS "triggerOrderPrice", trigger_by AS "triggerBy", triggers_up AS "triggersUp"`;
export const positionColumns = `id, user_id AS "userId", market_id AS "marketId", mode, position, code,
  is_liquidating AS "isLiquidating", adl_light AS "adlLight", leverage, version, size, cost, margin, realised, pnl, fees,
  funding, liquidation_loss AS "liquidationLoss", opened_size AS "openedSize", opened_notional AS "openedNotional",
  closed_size AS "closedSize", closed_notional AS "closedNotional", max_size AS "maxSize",
  ${milliseconds('opened_at')} AS "openedMs", ${milliseconds('updated_at')} AS "updatedMs", seq`;

interface LegsRow {
  tpTriggerPrice: string;
  tpOrderPrice: string;
  tpTriggerBy: PriceSource;
  slTriggerPrice: string;
  slOrderPrice: string;
  slTriggerBy: PriceSource;
}

interface CommonRow extends LegsRow {
  id: string;
  userId: string;
  marketId: number;
  mode: MarginMode;
  side: Side;
  position: PositionSide;
  reason: EndReason;
  leverage: number;
  size: string;
  clientId: string;
  source: string;
  createdMs: string;
  updatedMs: string;
  seq: string;
}

export interface OrderRow extends CommonRow {
  type: OrderKind;
  state: OrderState;
  algoId: string | null;
  attachedAlgoId: string | null;
  isResting: boolean;
  price: string;
  filledSize: string;
  filledNotional: string;
  fee: string;
  pnl: string;
  freeze: string;
  lastPrice: string;
}

/** @throws Error for a market that the catalog does not have, RangeError for figures off its steps */
export function orderOfRow(row: OrderRow, catalog: InstrumentCatalog): KeptOrder {
  const instrument = instrumentOfRow(row.marketId, catalog);
  return {
    ...keyOf(row),
    record: {
      kind: EventKind.orderChanged,
      ...commonOf(row, instrument),
      orderId: Number(row.id),
      algoId: Number(row.algoId ?? 0),
      attachedAlgoId: Number(row.attachedAlgoId ?? 0),
      type: row.type,
      state: row.state,
      isResting: row.isResting,
      priceTicks: ticksOf(row.price, instrument),
      filledLots: lotsOf(row.filledSize, instrument),
      filledNotional: moneyOf(row.filledNotional),
      fee: moneyOf(row.fee),
      pnl: moneyOf(row.pnl),
      freeze: moneyOf(row.freeze),
      lastTicks: ticksOf(row.lastPrice, instrument),
    },
  };
}

export interface AlgoRow extends CommonRow {
  type: AlgoKind;
  state: AlgoState;
  parentOrderId: string | null;
  childOrderId: string | null;
  failCode: number;
  actualSide: ActualSide;
  actualSize: string;
  actualNotional: string;
  firedPrice: string;
  triggerPrice: string;
  triggerOrderPrice: string;
  triggerBy: PriceSource;
  triggersUp: boolean;
}

/** @throws Error for a market that the catalog does not have, RangeError for figures off its steps */
export function algoOfRow(row: AlgoRow, catalog: InstrumentCatalog): KeptAlgo {
  const instrument = instrumentOfRow(row.marketId, catalog);
  return {
    ...keyOf(row),
    record: {
      kind: EventKind.algoChanged,
      ...commonOf(row, instrument),
      algoId: Number(row.id),
      parentOrderId: Number(row.parentOrderId ?? 0),
      childOrderId: Number(row.childOrderId ?? 0),
      type: row.type,
      state: row.state,
      failCode: row.failCode,
      actualSide: row.actualSide,
      actualLots: lotsOf(row.actualSize, instrument),
      actualNotional: moneyOf(row.actualNotional),
      firedTicks: ticksOf(row.firedPrice, instrument),
      triggerTicks: ticksOf(row.triggerPrice, instrument),
      triggerOrderTicks: ticksOf(row.triggerOrderPrice, instrument),
      triggerBy: row.triggerBy,
      triggersUp: row.triggersUp,
    },
  };
}

export interface PositionRow {
  id: string;
  userId: string;
  marketId: number;
  mode: MarginMode;
  position: PositionSide;
  code: PositionCode;
  isLiquidating: boolean;
  adlLight: number;
  leverage: number;
  version: string;
  size: string;
  cost: string;
  margin: string;
  realised: string;
  pnl: string;
  fees: string;
  funding: string;
  liquidationLoss: string;
  openedSize: string;
  openedNotional: string;
  closedSize: string;
  closedNotional: string;
  maxSize: string;
  openedMs: string;
  updatedMs: string;
  seq: string;
}

/** @throws Error for a market that the catalog does not have, RangeError for figures off its steps */
export function positionOfRow(row: PositionRow, catalog: InstrumentCatalog): KeptPosition {
  const instrument = instrumentOfRow(row.marketId, catalog);
  return {
    ...keyOf(row),
    record: {
      kind: EventKind.positionChanged,
      user: Number(row.userId),
      positionId: Number(row.id),
      market: row.marketId,
      mode: row.mode,
      position: row.position,
      code: row.code,
      isLiquidating: row.isLiquidating,
      adlLight: row.adlLight,
      leverage: row.leverage,
      version: Number(row.version),
      lots: lotsOf(row.size, instrument),
      cost: moneyOf(row.cost),
      margin: moneyOf(row.margin),
      realised: moneyOf(row.realised),
      pnl: moneyOf(row.pnl),
      fees: moneyOf(row.fees),
      funding: moneyOf(row.funding),
      liquidationLoss: moneyOf(row.liquidationLoss),
      openedLots: lotsOf(row.openedSize, instrument),
      openedNotional: moneyOf(row.openedNotional),
      closedLots: lotsOf(row.closedSize, instrument),
      closedNotional: moneyOf(row.closedNotional),
      maxLots: lotsOf(row.maxSize, instrument),
      openedMs: Number(row.openedMs),
      updatedMs: Number(row.updatedMs),
    },
  };
}

function keyOf(row: { id: string; userId: string; seq: string }) {
  return { id: Number(row.id), userId: Number(row.userId), seq: Number(row.seq) };
}

function commonOf(row: CommonRow, instrument: CatalogInstrument) {
  return {
    user: Number(row.userId),
    market: row.marketId,
    mode: row.mode,
    side: row.side,
    position: row.position,
    reason: row.reason,
    leverage: row.leverage,
    lots: lotsOf(row.size, instrument),
    tpTriggerTicks: ticksOf(row.tpTriggerPrice, instrument),
    tpOrderTicks: ticksOf(row.tpOrderPrice, instrument),
    tpTriggerBy: row.tpTriggerBy,
    slTriggerTicks: ticksOf(row.slTriggerPrice, instrument),
    slOrderTicks: ticksOf(row.slOrderPrice, instrument),
    slTriggerBy: row.slTriggerBy,
    clientId: row.clientId,
    source: row.source,
    createdMs: Number(row.createdMs),
    updatedMs: Number(row.updatedMs),
  };
}

function instrumentOfRow(id: number, catalog: InstrumentCatalog): CatalogInstrument {
  const instrument = catalog.instrumentById(id);
  if (!instrument) throw new Error(`a row is of an unknown instrument ${id}`);
  return instrument;
}

/** A price in ticks; -1 for a market order. */
export function ticksOf(text: string, instrument: CatalogInstrument): number {
  return text.startsWith('-') ? -1 : countOf(parseTicks(text, instrument.steps), text);
}

/** Contracts in lots. */
export function lotsOf(text: string, instrument: CatalogInstrument): number {
  return countOf(parseContracts(text, instrument.steps), text);
}

export function moneyOf(text: string): bigint {
  return parseBigUnits(text, perpetualScale);
}

function countOf(parsed: ParsedCount, text: string): number {
  if ('problem' in parsed) throw new RangeError(`${text} in Postgres: ${parsed.problem}`);
  return parsed.count;
}
