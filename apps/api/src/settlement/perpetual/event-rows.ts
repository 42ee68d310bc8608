/** Rows of the events of the perpetual shard: see row.ts. */
import type { EventKind, EventOf } from '@pelican/shared/engine/perpetual';
import { formatCoins, formatContracts, formatMoney, formatRate, formatTicks } from '@pelican/shared/money';
import type { CatalogInstrument } from '../../catalog/index.ts';
import { nullIfNone, type Row, timeText } from './row.ts';

export function tradeRow(
  trade: EventOf<typeof EventKind.traded>,
  { steps, terms }: CatalogInstrument,
  time: string,
  seq: number,
): Row {
  return {
    market_id: trade.market,
    id: trade.tradeId,
    time,
    kind: trade.tradeKind,
    taker_side: trade.takerSide,
    price: formatTicks(trade.priceTicks, steps),
    size: formatContracts(trade.lots, steps),
    amount: formatCoins(trade.lots, steps),
    notional: formatMoney(BigInt(trade.priceTicks) * BigInt(trade.lots) * terms.unit),
    taker_id: trade.takerUser,
    taker_order_id: nullIfNone(trade.takerOrderId),
    taker_position_id: nullIfNone(trade.takerPositionId),
    taker_fee: formatMoney(trade.takerFee),
    taker_pnl: formatMoney(trade.takerPnl),
    maker_id: trade.makerUser,
    maker_order_id: nullIfNone(trade.makerOrderId),
    maker_position_id: nullIfNone(trade.makerPositionId),
    maker_fee: formatMoney(trade.makerFee),
    maker_pnl: formatMoney(trade.makerPnl),
    seq,
  };
}

export function cashMoveRow(move: EventOf<typeof EventKind.cashMoved>): Row {
  return {
    user_id: move.user,
    market_id: move.market,
    reason: move.reason,
    delta: formatMoney(move.delta),
    after: formatMoney(move.after),
    position_id: nullIfNone(move.positionId),
    reference: nullIfNone(move.reference),
  };
}

export function fundingRateRow(
  settled: EventOf<typeof EventKind.fundingSettled>,
  { steps }: CatalogInstrument,
  seq: number,
): Row {
  return {
    market_id: settled.market,
    time: timeText(settled.timeMs),
    rate: formatRate(settled.rate),
    mark_price: formatTicks(settled.markTicks, steps),
    paid: formatMoney(settled.paid),
    received: formatMoney(settled.received),
    seq,
  };
}

export function fundingPaymentRow(payment: EventOf<typeof EventKind.fundingPaid>, { steps }: CatalogInstrument): Row {
  return {
    user_id: payment.user,
    market_id: payment.market,
    position_id: payment.positionId,
    rate: formatRate(payment.rate),
    size: formatContracts(payment.lots, steps),
    notional: formatMoney(payment.notional),
    amount: formatMoney(payment.amount),
    time: timeText(payment.timeMs),
  };
}

/** @param instrument undefined for a step of a whole cross account */
export function liquidationRow(
  step: EventOf<typeof EventKind.liquidationStep>,
  instrument: CatalogInstrument | undefined,
): Row {
  const price = (ticks: number) => (instrument ? formatTicks(ticks, instrument.steps) : '0');
  return {
    user_id: step.user,
    market_id: step.market,
    stage: step.stage,
    mode: step.mode,
    position: step.position,
    position_id: nullIfNone(step.positionId),
    mark_price: price(step.markTicks),
    index_price: price(step.indexTicks),
    ratio: ratioText(step.ratio),
    bankruptcy_price: price(step.bankruptcyTicks),
    size: instrument ? formatContracts(step.lots, instrument.steps) : '0',
    pnl: formatMoney(step.pnl),
    fee: formatMoney(step.fee),
    fund_delta: formatMoney(step.fundDelta),
  };
}

/** A ratio of 10^-4 as a decimal. */
function ratioText(ratio: number): string {
  return formatMoney(BigInt(ratio) * 10_000n);
}

export function deleveragingRow(deleveraged: EventOf<typeof EventKind.deleveraged>, { steps }: CatalogInstrument): Row {
  return {
    user_id: deleveraged.user,
    market_id: deleveraged.market,
    lot_id: deleveraged.lotId,
    position_id: deleveraged.positionId,
    price: formatTicks(deleveraged.priceTicks, steps),
    size: formatContracts(deleveraged.lots, steps),
    pnl: formatMoney(deleveraged.pnl),
    rank: deleveraged.rank,
    score: formatRate(deleveraged.score),
  };
}

export function fundMoveRow(move: EventOf<typeof EventKind.fundChanged>): Row {
  return {
    market_id: move.market,
    reason: move.reason,
    delta: formatMoney(move.delta),
    after: formatMoney(move.after),
  };
}
