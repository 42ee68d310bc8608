/** What other modules may use of the listings. */
export { publishListings } from './publish-listings.ts';
export { findInstrumentFavorites } from './repository.ts';
export { marketRoutes } from './routes.ts';
