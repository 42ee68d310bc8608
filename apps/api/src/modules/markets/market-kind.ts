/** Spot markets as a kind of listing. */
import { updateListing } from '../../catalog/index.ts';
import type { ListingKind } from '../../shards/index.ts';
import { marketFieldNames } from './listing-input.ts';
import { findMarketById, lockListings } from './listings.ts';
import { publishListings } from './publish-listings.ts';

/** Spot markets, as operators change them. */
export const marketListings: ListingKind = {
  kind: 'market',
  // A market is stopped at once, and its place in lists is nobody's money.
  fieldsForOne: ['status', 'position', 'isNew'],
  fields: marketFieldNames,
  statuses: ['open', 'cancelOnly', 'closed'],
  lock: lockListings,
  async read(tx, id) {
    const market = await findMarketById(tx, id);
    return { name: market.name, fields: { ...market } };
  },
  write: (tx, id, fields) => updateListing(tx, 'markets', id, fields),
  publish: publishListings,
};
