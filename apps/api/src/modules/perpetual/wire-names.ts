/** The names that the API uses for the codes of the engine, and back. */
import type {
  algoStatus,
  algoType,
  liquidationStage,
  mode,
  orderStatus,
  orderType,
  position,
  priceSource,
  selfTrade,
  side,
} from '@pelican/shared/contracts/perpetual';
import {
  ActualSide,
  AlgoKind,
  AlgoState,
  CashReason,
  EndReason,
  LiquidationStage,
  MarginMode,
  MarketState,
  OrderKind,
  OrderState,
  PositionSide,
  PriceSource,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual';
import type * as z from 'zod/mini';

type WireNames<Code extends number, Name> = Record<Code, Name>;

export const modeNames: WireNames<MarginMode, z.infer<typeof mode>> = {
  [MarginMode.cross]: 'cross',
  [MarginMode.isolated]: 'isolated',
};
export const sideNames: WireNames<Side, z.infer<typeof side>> = { [Side.buy]: 'buy', [Side.sell]: 'sell' };
export const positionNames: WireNames<PositionSide, z.infer<typeof position>> = {
  [PositionSide.long]: 'long',
  [PositionSide.short]: 'short',
};
export const orderTypeNames: WireNames<OrderKind, z.infer<typeof orderType>> = {
  [OrderKind.limit]: 'limit',
  [OrderKind.market]: 'market',
  [OrderKind.postOnly]: 'post_only',
  [OrderKind.ioc]: 'ioc',
  [OrderKind.fok]: 'fok',
};
export const algoTypeNames: WireNames<AlgoKind, z.infer<typeof algoType>> = {
  [AlgoKind.conditional]: 'conditional',
  [AlgoKind.oco]: 'oco',
  [AlgoKind.trigger]: 'trigger',
};
export const orderStatusNames: WireNames<OrderState, z.infer<typeof orderStatus>> = {
  [OrderState.live]: 'live',
  [OrderState.partiallyFilled]: 'partially_filled',
  [OrderState.filled]: 'filled',
  [OrderState.canceled]: 'canceled',
  [OrderState.closed]: 'closed',
};
export const algoStatusNames: WireNames<AlgoState, z.infer<typeof algoStatus>> = {
  [AlgoState.pause]: 'pause',
  [AlgoState.live]: 'live',
  [AlgoState.partiallyEffective]: 'partially_effective',
  [AlgoState.effective]: 'effective',
  [AlgoState.filled]: 'filled',
  [AlgoState.orderFailed]: 'order_failed',
  [AlgoState.canceled]: 'canceled',
};
export const sourceNames: WireNames<PriceSource, z.infer<typeof priceSource>> = {
  [PriceSource.last]: 'last',
  [PriceSource.index]: 'index',
  [PriceSource.mark]: 'mark',
};
export const selfTradeNames: WireNames<SelfTrade, z.infer<typeof selfTrade>> = {
  [SelfTrade.cancelMaker]: 'cancel_maker',
  [SelfTrade.cancelTaker]: 'cancel_taker',
  [SelfTrade.cancelBoth]: 'cancel_both',
};
export const actualSideNames: WireNames<ActualSide, '' | 'tp' | 'sl' | 'trigger'> = {
  [ActualSide.none]: '',
  [ActualSide.takeProfit]: 'tp',
  [ActualSide.stopLoss]: 'sl',
  [ActualSide.trigger]: 'trigger',
};
export const reasonNames: WireNames<EndReason, string | null> = {
  [EndReason.none]: null,
  [EndReason.filled]: null,
  [EndReason.user]: 'user',
  [EndReason.selfTrade]: 'self_trade',
  [EndReason.immediateOrCancel]: 'immediate_or_cancel',
  [EndReason.postOnlyCross]: 'post_only_cross',
  [EndReason.positionReduced]: 'position_reduced',
  [EndReason.positionClosed]: 'position_closed',
  [EndReason.supersededByTpsl]: 'superseded_by_tpsl',
  [EndReason.tpslFired]: 'tpsl_fired',
  [EndReason.bankruptcyGuard]: 'bankruptcy_guard',
  [EndReason.liquidation]: 'liquidation',
  [EndReason.riskOrdersCanceled]: 'risk_orders_canceled',
  [EndReason.sibling]: 'sibling',
  [EndReason.marketHalted]: 'market_halted',
  [EndReason.amendFailed]: 'amend_failed',
  [EndReason.childRefused]: 'child_refused',
  [EndReason.parentEnded]: 'parent_ended',
  [EndReason.closePosition]: 'close_position',
};
export const marketStatusNames: WireNames<MarketState, 'open' | 'close_only' | 'stale' | 'halted'> = {
  [MarketState.open]: 'open',
  [MarketState.closeOnly]: 'close_only',
  [MarketState.stale]: 'stale',
  [MarketState.halted]: 'halted',
};
export const stageNames: WireNames<LiquidationStage, z.infer<typeof liquidationStage>> = {
  [LiquidationStage.ordersCanceled]: 'orders_canceled',
  [LiquidationStage.started]: 'started',
  [LiquidationStage.netted]: 'netted',
  [LiquidationStage.reduced]: 'reduced',
  [LiquidationStage.takenOver]: 'taken_over',
  [LiquidationStage.recovered]: 'recovered',
};
export const cashReasonNames: WireNames<CashReason, string> = {
  [CashReason.transferIn]: 'transfer_in',
  [CashReason.transferOut]: 'transfer_out',
  [CashReason.fee]: 'fee',
  [CashReason.realisedPnl]: 'realised_pnl',
  [CashReason.margin]: 'margin',
  [CashReason.funding]: 'funding',
  [CashReason.liquidation]: 'liquidation',
  [CashReason.takeover]: 'takeover',
  [CashReason.deleveraging]: 'deleveraging',
  [CashReason.rounding]: 'rounding',
};

/** The code of a name in one of the tables above. @throws RangeError for an unknown name */
export function codeOf<Code extends number, Name extends string>(names: WireNames<Code, Name>, name: Name): Code {
  const found = Object.entries(names).find(([, one]) => one === name);
  if (!found) throw new RangeError(`there is no code for ${name}`);
  return Number(found[0]) as Code;
}
