/** What operators publish: calls and shapes. */
export type { Announcement } from './announcements.ts';
export {
  type AnnouncementCategory,
  announcementCategories,
  type ContentKind,
  type ContentPhase,
  type ContentState,
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
} from './items.ts';
export { contentOperatorEndpoints } from './operator-endpoints.ts';
