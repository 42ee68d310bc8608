/** What operators publish: calls and shapes. */
export type { Announcement } from './announcements.ts';
export type { Banner } from './banners.ts';
export {
  type AnnouncementCategory,
  announcementCategories,
  type BannerArea,
  type BannerLevel,
  bannerAreas,
  bannerLevels,
  type CardPlace,
  type ContentKind,
  type ContentPhase,
  type ContentState,
  cardPlaces,
  contentImageBytesMax,
  contentImagePath,
  contentKinds,
  contentPhases,
  frontCurrenciesMax,
  phaseOf,
} from './catalog.ts';
export { contentEndpoints } from './endpoints.ts';
export {
  bannerFacts,
  eventFacts,
  frontCurrencyFacts,
  listingCardFacts,
  newsFacts,
  partnerFacts,
  tweetFacts,
} from './facts.ts';
export type { FrontEvent, News } from './front-page.ts';
export {
  type ContentItemDetails,
  type ContentItemRequest,
  type ContentItemView,
  contentBodyMax,
  contentItemRequest,
  contentNoteMax,
  contentTitleMax,
} from './items.ts';
export type { ListingCard } from './listing-cards.ts';
export { contentOperatorEndpoints, contentUploadEndpoints } from './operator-endpoints.ts';
