/** The formulas of perpetual trading. */

export { maxOf, minOf, mulCeil, mulFloor, rateOne, sumOf } from '../money/rounding.ts';
export {
  type CrossCash,
  type CrossFigures,
  type CrossLeg,
  crossAccount,
  crossLiquidationTicks,
  crossShares,
  type IsolatedLeg,
} from './cross.ts';
export {
  canBearClose,
  deleverageScore8,
  deleverageTakes,
  lightRanks,
  rankCandidates,
  takesInPasses,
} from './deleveraging.ts';
export { type CloseFill, closeFill, costShare, type OpenFill, openFill } from './fills.ts';
export {
  type FundedPosition,
  type FundingSettlement,
  fundingRate,
  fundingSamples,
  fundingSettlement,
  nextFundingSamples,
  premiumIndex,
} from './funding.ts';
export { type IndexSource, indexPrice, indexRules } from './index-price.ts';
export { type Instrument, instrumentOf } from './instrument.ts';
export { instrumentProblem } from './instrument-rules.ts';
export { bankruptcyTicks, liquidationTicks } from './isolated.ts';
export { isolatedRemargin, maxReducible } from './leverage.ts';
export {
  crossTakeover,
  fundBudget,
  fundOrder,
  isReducible,
  lotsToLowerTier,
  lowestRequirement8,
  reductionFill,
  type Takeover,
  takeover,
} from './liquidation.ts';
export {
  initialMargin,
  isLiquidatable,
  isolatedEquity,
  marginRatio4,
  pnlPercent2,
  realLeverage2,
  requirement8,
} from './margin.ts';
export { basisWindowMs, lastTradeMaxMs, markPrice } from './mark-price.ts';
export { type MaxSizeInput, maxMarketLots, maxSize, orderMaxLots } from './max-size.ts';
export { basisSpreadMax, meanOf, midPrice8 } from './mid-price.ts';
export { averagePrice8, directionOf, feeOf, notionalOf, unrealisedPnl } from './notional.ts';
export {
  type BookLevel,
  freezeRate,
  limitFreeze,
  type MarketWalk,
  marketFreeze,
  marketWalk,
  type OrderCost,
  orderCost,
} from './order-cost.ts';
export {
  type AfterOpen,
  crossAfterOpen,
  type ExitEstimate,
  exitEstimate,
  isolatedAfterOpen,
  positionView,
} from './position-view.ts';
export { bandPremiumTicks, priceBand } from './price-band.ts';
export { areTicksFine, maintenanceTicksMin, maxLeverageFor, tierMaxLots, tierOf } from './tiers.ts';
export {
  attachedLegsError,
  closingSide,
  firedLeg,
  type PriceRange,
  type TriggerAlgo,
  type TriggerLegs,
  triggerDirection,
  triggeredOrder,
  triggerSideError,
} from './triggers.ts';
