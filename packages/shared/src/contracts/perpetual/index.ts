/** Perpetual trading: calls, shapes and codes of the wire. */
export {
  type FundingPayment,
  type FuturesBalance,
  type LiquidationReceipt,
  liquidationStage,
  type Quiz,
  quizResponse,
} from './account.ts';
export {
  perpetualAccountEndpoints,
  perpetualHistoryEndpoints,
  perpetualMarketEndpoints,
  perpetualTradingEndpoints,
} from './endpoints.ts';
export {
  fundingRecord,
  type Instrument,
  instruments,
  insuranceFund,
  type PerpetualListItem,
  perpetualMarkets,
} from './markets.ts';
export { type IndexSourceRow, type OperatorInstrument, perpetualOperatorEndpoints } from './operator-endpoints.ts';
export {
  type AmendAlgoRequest,
  type AmendOrderRequest,
  amendAlgoRequest,
  amendOrderRequest,
  type CancelAllResponse,
  cancelAllRequest,
  type MaxAmounts,
  orderList,
  type PerpetualOrder,
  type PlaceRequest,
  placeRequest,
} from './orders.ts';
export {
  type ClosePositionResponse,
  closePositionRequest,
  type Leverages,
  marginAdjustmentRequest,
  type OpenPosition,
  openPositions,
  type PositionRecord,
  type SetLeverageResponse,
  setLeverageRequest,
} from './positions.ts';
export { perpetualRejectErrors } from './reject-errors.ts';
export {
  type FundingRate,
  type FuturesState,
  type MarketPrices,
  type MarkPrice,
  type PerpetualState,
  perpetualMethods,
} from './socket.ts';
export {
  algoStatus,
  algoType,
  anyStatus,
  mode,
  orderStatus,
  orderType,
  position,
  priceSource,
  selfTrade,
  side,
} from './terms.ts';
