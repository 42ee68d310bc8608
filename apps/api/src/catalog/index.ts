export { decimal, listPosition, pairInput, positiveDecimal, whole } from './listing-fields.ts';
export { type CatalogInstrument, type InstrumentCatalog, loadInstruments } from './perpetual-catalog.ts';
export { createUnopenedAssets, publicMarketByName, publicMarkets, type UnopenedAssets } from './public-listings.ts';
export { pivotTicker, serviceTicker } from './service-token.ts';
export { type Catalog, type CatalogAsset, type CatalogMarket, engineSettings, loadCatalog } from './spot-catalog.ts';
export {
  assetIdOf,
  insertListing,
  listingRefused,
  publishChecked,
  updateListing,
} from './write-listings.ts';
