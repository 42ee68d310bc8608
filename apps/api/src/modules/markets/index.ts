/** What other modules may use of the listings. */
export { listingJobs } from './jobs.ts';
export {
  assetInput,
  type ListingFile,
  listingFile,
  marketChange,
  marketFieldNames,
  marketInput,
} from './listing-input.ts';
export { findMarket } from './listings.ts';
export { marketListings } from './market-kind.ts';
export { viewMarkets } from './market-list.ts';
export { scheduleOpening } from './openings.ts';
export {
  addListings,
  changeMarket,
  type Listed,
  type MarketChanged,
  type MarketChangePayload,
} from './operator.ts';
export { marketsOperatorRoutes } from './operator-routes.ts';
export { publishListings } from './publish-listings.ts';
export { findInstrumentFavorites } from './repository.ts';
export { marketRoutes } from './routes.ts';
