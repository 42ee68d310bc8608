/** What operators publish: calls and shapes. */
export type { Announcement } from './announcements.ts';
export {
  type AnnouncementCategory,
  announcementCategories,
  type CardPlace,
  type ContentKind,
  type ContentPhase,
  type ContentState,
  cardPlaces,
  contentKinds,
  contentPhases,
  phaseOf,
} from './catalog.ts';
export { contentEndpoints } from './endpoints.ts';
export {
  type ContentItemDetails,
  type ContentItemRequest,
  type ContentItemView,
  contentBodyMax,
  contentItemRequest,
  contentTitleMax,
  listingCardFacts,
} from './items.ts';
export type { ListingCard } from './listing-cards.ts';
export { contentOperatorEndpoints } from './operator-endpoints.ts';
