/** The engine's codes in the words of the wire, and back. */
import type { liquidationStage } from '@pelican/shared/contracts/perpetual/account.ts';
import type {
  algoStatus,
  algoType,
  mode,
  orderStatus,
  orderType,
  position,
  priceSource,
  selfTrade,
  side,
} from '@pelican/shared/contracts/perpetual/terms.ts';
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
} from '@pelican/shared/engine/perpetual/terms.ts';
import type * as z from 'zod/mini';

type Words<Code extends number, Word> = Record<Code, Word>;

export const modeWords: Words<MarginMode, z.infer<typeof mode>> = {
  [MarginMode.cross]: 'cross',
  [MarginMode.isolated]: 'isolated',
};
export const sideWords: Words<Side, z.infer<typeof side>> = { [Side.buy]: 'buy', [Side.sell]: 'sell' };
export const positionWords: Words<PositionSide, z.infer<typeof position>> = {
  [PositionSide.long]: 'long',
  [PositionSide.short]: 'short',
};
export const orderTypeWords: Words<OrderKind, z.infer<typeof orderType>> = {
  [OrderKind.limit]: 'limit',
  [OrderKind.market]: 'market',
  [OrderKind.postOnly]: 'post_only',
  [OrderKind.ioc]: 'ioc',
  [OrderKind.fok]: 'fok',
};
export const algoTypeWords: Words<AlgoKind, z.infer<typeof algoType>> = {
  [AlgoKind.conditional]: 'conditional',
  [AlgoKind.oco]: 'oco',
  [AlgoKind.trigger]: 'trigger',
};
export const orderStatusWords: Words<OrderState, z.infer<typeof orderStatus>> = {
  [OrderState.live]: 'live',
  [OrderState.partiallyFilled]: 'partially_filled',
  [OrderState.filled]: 'filled',
  [OrderState.canceled]: 'canceled',
  [OrderState.closed]: 'closed',
};
export const algoStatusWords: Words<AlgoState, z.infer<typeof algoStatus>> = {
  [AlgoState.pause]: 'pause',
  [AlgoState.live]: 'live',
  [AlgoState.partiallyEffective]: 'partially_effective',
  [AlgoState.effective]: 'effective',
  [AlgoState.filled]: 'filled',
  [AlgoState.orderFailed]: 'order_failed',
  [AlgoState.canceled]: 'canceled',
};
export const sourceWords: Words<PriceSource, z.infer<typeof priceSource>> = {
  [PriceSource.last]: 'last',
  [PriceSource.index]: 'index',
  [PriceSource.mark]: 'mark',
};
export const selfTradeWords: Words<SelfTrade, z.infer<typeof selfTrade>> = {
  [SelfTrade.cancelMaker]: 'cancel_maker',
  [SelfTrade.cancelTaker]: 'cancel_taker',
  [SelfTrade.cancelBoth]: 'cancel_both',
};
export const actualSideWords: Words<ActualSide, '' | 'tp' | 'sl' | 'trigger'> = {
  [ActualSide.none]: '',
  [ActualSide.takeProfit]: 'tp',
  [ActualSide.stopLoss]: 'sl',
  [ActualSide.trigger]: 'trigger',
};
export const reasonWords: Words<EndReason, string | null> = {
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
export const marketStatusWords: Words<MarketState, 'open' | 'close_only' | 'stale' | 'halted'> = {
  [MarketState.open]: 'open',
  [MarketState.closeOnly]: 'close_only',
  [MarketState.stale]: 'stale',
  [MarketState.halted]: 'halted',
};
export const stageWords: Words<LiquidationStage, z.infer<typeof liquidationStage>> = {
  [LiquidationStage.ordersCanceled]: 'orders_canceled',
  [LiquidationStage.started]: 'started',
  [LiquidationStage.netted]: 'netted',
  [LiquidationStage.reduced]: 'reduced',
  [LiquidationStage.takenOver]: 'taken_over',
  [LiquidationStage.recovered]: 'recovered',
};
export const cashReasonWords: Words<CashReason, string> = {
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

/** The code of a word of one of the tables above. */
export function codeOf<Code extends number, Word extends string>(words: Words<Code, Word>, word: Word): Code {
  const found = Object.entries(words).find(([, one]) => one === word);
  if (!found) throw new RangeError(`there is no code for ${word}`);
  return Number(found[0]) as Code;
}
