/** What other modules may use of the listings. */
export {
  type Catalog,
  type CatalogAsset,
  type CatalogMarket,
  engineSettings,
  loadCatalog,
} from './catalog.ts';
export { publishListings } from './publish-listings.ts';
export { findInstrumentFavorites } from './repository.ts';
export { marketRoutes } from './routes.ts';
export { serviceTicker } from './service-token.ts';
