/** Positions as the wire shows them. */
import type { OpenPosition, PositionRecord as PositionHistoryRow } from '@pelican/shared/contracts/perpetual';
import { isClosing, MarginMode, PositionCode, PositionSide } from '@pelican/shared/engine/perpetual';
import { formatBigUnits, formatCoins, formatContracts, formatMoney, formatTicks } from '@pelican/shared/money';
import {
  averagePrice8,
  bankruptcyTicks,
  crossLiquidationTicks,
  crossShares,
  maxReducible,
  pnlPercent2,
  positionView,
} from '@pelican/shared/perpetual';
import type { CatalogInstrument, InstrumentCatalog } from '../../catalog/index.ts';
import type { KeptPosition, LivePerpetualData, PositionRecord } from '../../live/index.ts';
import { type AccountFigures, accountFigures, markTicksOf } from './account-figures.ts';
import { requireInstrument } from './order-view.ts';
import { modeNames, positionNames } from './wire-names.ts';

type Live = Pick<LivePerpetualData, 'view' | 'catalog'>;

/** The socket family's code of a side. */
const sideCodes = { [PositionSide.short]: 1, [PositionSide.long]: 2 } as const;
const percentScale = 2;
const ratioScale = 4;

/** A user's open positions, newest first, at the marks of now. */
export function viewOpenPositions(live: Live, userId: number): OpenPosition[] {
  const account = accountFigures(live, userId);
  return account.positions.toReversed().map((position) => viewOpenPosition(live, position, account));
}

/** @param account the figures of the position's owner; a position without lots has none of its own */
export function viewOpenPosition(live: Live, kept: KeptPosition, account: AccountFigures): OpenPosition {
  const { record } = kept;
  const instrument = requireInstrument(record.market, live.catalog());
  const { steps, terms } = instrument;
  const markTicks = markTicksOf(live, record.market);
  const leverage = live.view.leverages.get(kept.userId, record.market, record.mode, record.position);
  const held = { ...record, leverage: record.mode === MarginMode.cross ? leverage : record.leverage };
  const view = positionView(terms, held, markTicks);
  const isIsolated = record.mode === MarginMode.isolated;
  const liquidation = isIsolated ? view.liquidationTicks : crossLiquidationTicks(account.figures, record.market);
  const bankruptcy = isIsolated ? view.bankruptcyTicks : crossBankruptcyTicks(record, account);
  const ratio = isIsolated ? view.ratio4 : account.figures.ratio4;
  const price = (ticks: number | null) => (ticks === null || record.lots === 0 ? '' : formatTicks(ticks, steps));
  return {
    position_id: record.positionId,
    market: instrument.name,
    mode: modeNames[record.mode],
    position: positionNames[record.position],
    side: sideCodes[record.position],
    sz: formatContracts(record.lots, steps),
    amount: formatCoins(record.lots, steps),
    avail_sz: formatContracts(closableLots(live, record), steps),
    leverage: String(held.leverage),
    real_leverage: view.realLeverage2 === null ? '' : formatBigUnits(view.realLeverage2, percentScale),
    open_price: record.lots === 0 ? '' : formatMoney(view.averagePrice8),
    break_even_price: price(view.breakEvenTicks),
    mark_price: markTicks === 0 ? '' : formatTicks(markTicks, steps),
    liq_price: price(liquidation),
    bankruptcy_price: price(bankruptcy),
    margin: formatMoney(view.initialMargin),
    maintenance_margin: formatMoney(view.maintenance),
    margin_ratio: ratio === null ? '' : formatBigUnits(ratio, ratioScale),
    profit_unreal: formatMoney(view.unrealised),
    profit_unreal_percent: formatBigUnits(view.pnlPercent2, percentScale),
    profit_real: formatMoney(record.realised),
    fee: formatMoney(-record.fees),
    funding: formatMoney(-record.funding),
    max_reducible: formatMoney(reducible(record, instrument, markTicks)),
    adl: record.adlLight,
    is_liquidating: record.isLiquidating,
    status: record.code,
    version: record.version,
    ctime: record.openedMs,
    mtime: record.updatedMs,
    seq: kept.seq,
  };
}

/** What plain closing orders leave of a position to be closed, in lots. */
export function closableLots(live: Pick<LivePerpetualData, 'view'>, record: PositionRecord): number {
  const closing = live.view.orders.ofUser(record.user).filter(({ record: order }) => {
    const isSame = order.market === record.market && order.mode === record.mode && order.position === record.position;
    return isSame && isClosing(order);
  });
  return closing.reduce((lots, { record: order }) => lots - (order.lots - order.filledLots), record.lots);
}

/** The margin of a leg in cross mode is its share of the account's equity. */
function crossBankruptcyTicks(record: PositionRecord, account: AccountFigures): number | null {
  const { figures } = account;
  const isLeg = (leg: (typeof figures.legs)[number]) =>
    leg.instrument.id === record.market && leg.position === record.position;
  const at = figures.legs.findIndex(isLeg);
  const leg = figures.legs[at];
  if (!leg || leg.lots === 0) return null;
  const share = crossShares(figures.equity, figures.requirements8)[at] ?? 0n;
  return bankruptcyTicks(leg.instrument, { ...leg, margin: share - (figures.unrealised[at] ?? 0n) });
}

function reducible(record: PositionRecord, instrument: CatalogInstrument, markTicks: number): bigint {
  if (record.mode === MarginMode.cross || record.lots === 0) return 0n;
  return maxReducible(instrument.terms, { ...record, markTicks }).amount;
}

/** Rows of GET /v3/position-history. */
export function viewPositionHistory({ record }: KeptPosition, catalog: InstrumentCatalog): PositionHistoryRow {
  const instrument = requireInstrument(record.market, catalog);
  const { steps, terms } = instrument;
  const average = (notional: bigint, lots: number) =>
    lots === 0 ? '' : formatMoney(averagePrice8(terms, notional, lots));
  const isClosed = record.lots === 0;
  return {
    position_id: record.positionId,
    market: instrument.name,
    mode: modeNames[record.mode],
    position: positionNames[record.position],
    status: isClosed ? 'Closed' : 'Opened',
    code: isClosed && record.code === PositionCode.open ? PositionCode.closed : record.code,
    leverage: String(record.leverage),
    open_price: average(record.openedNotional, record.openedLots),
    close_price: average(record.closedNotional, record.closedLots),
    max_sz: formatContracts(record.maxLots, steps),
    closed_sz: formatContracts(record.closedLots, steps),
    open_time: record.openedMs,
    close_time: isClosed ? record.updatedMs : null,
    pnl: formatMoney(record.pnl),
    fee: formatMoney(-record.fees),
    funding: formatMoney(-record.funding),
    liquidation: formatMoney(record.liquidationLoss),
    realised_pnl: formatMoney(record.realised),
    pnl_percent: formatBigUnits(pnlPercent2(record.realised, record.openedNotional, record.leverage), percentScale),
  };
}
