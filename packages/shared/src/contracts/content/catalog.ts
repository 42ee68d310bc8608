/** What operators publish on the site. Free of schemas: the client's lists need it at once. */

export const contentKinds = [
  'announcement',
  'listing_card',
  'news',
  'partner',
  'digest',
  'event',
  'tweet',
  'front_currency',
  'banner',
] as const;
export type ContentKind = (typeof contentKinds)[number];

/** `published` with a time to come is scheduled; `hidden` was published and is out of sight. */
export const contentStates = ['draft', 'published', 'hidden'] as const;
export type ContentState = (typeof contentStates)[number];

/** What visitors see of an item now, by its state and times. */
export const contentPhases = ['draft', 'scheduled', 'live', 'ended', 'hidden'] as const;
export type ContentPhase = (typeof contentPhases)[number];

/** What announcements are about. */
export const announcementCategories = ['general', 'listing', 'delisting', 'wallet', 'maintenance', 'rules'] as const;
export type AnnouncementCategory = (typeof announcementCategories)[number];

/** Where a card of the listing showcase stands. */
export const cardPlaces = ['LATEST', 'SOON'] as const;
export type CardPlace = (typeof cardPlaces)[number];

/** How loud a banner is. */
export const bannerLevels = ['info', 'success', 'warning'] as const;
export type BannerLevel = (typeof bannerLevels)[number];

/** Parts of the site in which a banner may stand. */
export const bannerAreas = ['site', 'spot', 'perpetual', 'wallet', 'account'] as const;
export type BannerArea = (typeof bannerAreas)[number];

/** Of a picture as it is sent; it is encoded anew. */
export const contentImageBytesMax = 2_000_000;
/** Currencies that the front page shows. */
export const frontCurrenciesMax = 6;

/** The address of a picture of content. @param hash of its bytes, as `image` has it; '' for none */
export function contentImagePath(hash: string): string | null {
  return hash === '' ? null : `/v2/content/images/${hash}`;
}

export interface PhaseFacts {
  state: ContentState;
  /** Unix seconds; null before the first publication. */
  publishAt: number | null;
  endAt: number | null;
}

/** @param now Unix seconds */
export function phaseOf({ state, publishAt, endAt }: PhaseFacts, now: number): ContentPhase {
  if (state !== 'published') return state;
  if (publishAt !== null && publishAt > now) return 'scheduled';
  return endAt !== null && endAt <= now ? 'ended' : 'live';
}
