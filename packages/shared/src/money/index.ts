/** Decimals as integers, scales of listings, and the formulas of trades and fees. */
export {
  decimalPattern,
  formatBalance,
  formatBigUnits,
  formatUnits,
  parseBigUnits,
  parseUnits,
  stripZeros,
} from './decimal.ts';
export {
  formatLots,
  formatPrice,
  formatQuote,
  type MarketScale,
  marketScale,
  type ParsedCount,
  parseLots,
  parsePriceTicks,
} from './listing.ts';
export { paymentFee } from './payment-fee.ts';
export {
  formatCoins,
  formatContracts,
  formatMoney,
  formatRate,
  formatTicks,
  type InstrumentScale,
  instrumentScale,
  instrumentSettings,
  listingOfSettings,
  type PerpetualListing,
  parseCoins,
  parseContracts,
  parseTicks,
  perpetualScale,
} from './perpetual-listing.ts';
export { halfUpDiv, maxOf, minOf } from './rounding.ts';
export { parseTiers, tiersText } from './tiers-text.ts';
export {
  affordableLots,
  buyerCostOf,
  feeOf,
  gstOf,
  notionalOf,
  sellerFeeOf,
  sellerGstOf,
  shareRoundedDown,
  splitSale,
  tdsOf,
} from './trade-formulas.ts';
