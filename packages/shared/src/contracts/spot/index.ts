/** Spot trading: calls and shapes. */
export { spotHistoryEndpoints, spotOrderEndpoints } from './endpoints.ts';
export { spotRejectErrors } from './reject-errors.ts';
export {
  type AmendOrderRequest,
  amendOrderRequest,
  historyQuery,
  type PlaceLimitRequest,
  type PlaceMarketRequest,
  placeLimitRequest,
  placeMarketRequest,
  type SpotOrder,
  type SpotTrade,
  wireSide,
  wireType,
} from './schemas.ts';
export { spotMethods, type TradeBalance } from './socket.ts';
