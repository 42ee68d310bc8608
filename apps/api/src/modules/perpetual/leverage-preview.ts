/** What a change of leverage would do, for the dialog that asks to confirm it. Changes nothing. */

import { DomainError, errorTable } from '@pelican/shared/contracts';
import type { SetLeverageResponse } from '@pelican/shared/contracts/perpetual';
import { isClosing, MarginMode, type PositionSide } from '@pelican/shared/engine/perpetual';
import { formatMoney, formatTicks } from '@pelican/shared/money';
import {
  type CrossLeg,
  crossAccount,
  crossLiquidationTicks,
  isolatedRemargin,
  liquidationTicks,
  maxLeverageFor,
  sumOf,
} from '@pelican/shared/perpetual';
import type { CatalogInstrument } from '../../catalog/index.ts';
import type { LivePerpetualData } from '../../live/index.ts';
import { accountFigures, markTicksOf } from './account-figures.ts';
import { pendingIsolatedOrders } from './refusals.ts';
import { modeNames, positionNames } from './wire-names.ts';

export interface LeverageChange {
  userId: number;
  instrument: CatalogInstrument;
  mode: MarginMode;
  /** Of isolated margin only. */
  position: PositionSide;
  leverage: number;
}

/** @throws DomainError leverage_too_high, pending_isolated_orders, insufficient_margin: as the change itself would be */
export function previewLeverage(live: LivePerpetualData, change: LeverageChange): SetLeverageResponse {
  requireFittingLeverage(live, change);
  return change.mode === MarginMode.isolated ? previewIsolated(live, change) : previewCross(live, change);
}

/** The answer of a change, made or meant. @param ticks liquidation prices; null for none */
export function viewLeverageChange(
  change: LeverageChange,
  marginChange: bigint,
  ticks: { before: number | null; after: number | null },
  version: number,
): SetLeverageResponse {
  const { instrument, mode, position } = change;
  const price = (at: number | null) => (at === null ? '' : formatTicks(at, instrument.steps));
  return {
    market: instrument.name,
    mode: modeNames[mode],
    position: mode === MarginMode.isolated ? positionNames[position] : null,
    leverage: String(change.leverage),
    margin_change: formatMoney(marginChange),
    liq_price_before: price(ticks.before),
    liq_price_after: price(ticks.after),
    position_version: version,
  };
}

function previewIsolated(live: LivePerpetualData, change: LeverageChange): SetLeverageResponse {
  const { userId, instrument, position, leverage } = change;
  const pending = pendingIsolatedOrders(live, userId, instrument.id, position);
  if (pending.length > 0) {
    const message = `${errorTable.pending_isolated_orders.message}: ${pending.join(', ')}`;
    throw new DomainError('pending_isolated_orders', { message });
  }
  const account = accountFigures(live, userId);
  const held = account.positions.find(
    ({ record }) =>
      record.market === instrument.id && record.mode === MarginMode.isolated && record.position === position,
  )?.record;
  if (!held) return viewLeverageChange(change, 0n, { before: null, after: null }, 0);
  const { terms } = instrument;
  const { delta } = isolatedRemargin(terms, { ...held, markTicks: markTicksOf(live, instrument.id) }, leverage);
  if (delta > account.figures.available) throw new DomainError('insufficient_margin');
  const before = liquidationTicks(terms, held);
  const after = liquidationTicks(terms, { ...held, margin: held.margin + delta });
  return viewLeverageChange(change, delta, { before, after }, held.version);
}

/** Initial margin follows the leverage; the liquidation price does not. */
function previewCross(live: LivePerpetualData, change: LeverageChange): SetLeverageResponse {
  const { userId, instrument, leverage } = change;
  const account = accountFigures(live, userId);
  const releveraged = (leg: CrossLeg) => (leg.instrument.id === instrument.id ? { ...leg, leverage } : leg);
  const after = crossAccount(account.cash, account.crossLegs.map(releveraged), []);
  const marginChange = sumOf(after.initialMargins) - sumOf(account.figures.initialMargins);
  if (marginChange > 0n && account.figures.tradingBalanceRaw < marginChange)
    throw new DomainError('insufficient_margin');
  const ticks = crossLiquidationTicks(account.figures, instrument.id);
  return viewLeverageChange(change, marginChange, { before: ticks, after: ticks }, 0);
}

/** The tier of everything held and pending decides; in cross mode of the larger side. */
function requireFittingLeverage(live: LivePerpetualData, change: LeverageChange): void {
  const { instrument, mode, position, leverage } = change;
  const sides = new Map<PositionSide, number>();
  const add = (side: PositionSide, lots: number) => sides.set(side, (sides.get(side) ?? 0) + lots);
  for (const { record } of live.view.positions.ofUser(change.userId))
    if (record.market === instrument.id && record.mode === mode) add(record.position, record.lots);
  for (const { record } of live.view.orders.ofUser(change.userId))
    if (record.market === instrument.id && record.mode === mode && !isClosing(record))
      add(record.position, record.lots - record.filledLots);
  const lots = mode === MarginMode.cross ? Math.max(0, ...sides.values()) : (sides.get(position) ?? 0);
  const most = maxLeverageFor(instrument.terms, lots);
  if (leverage > most)
    throw new DomainError('leverage_too_high', {
      message: `${errorTable.leverage_too_high.message}: at most ${most}x`,
    });
}
