/** The showcase of what was listed and of what will be. */
import * as z from 'zod/mini';
import { cardPlaces } from './catalog.ts';
import { contentLanguage } from './language.ts';

export const listingCardsQuery = z.object({ place: z.optional(z.enum(cardPlaces)), lang: contentLanguage });

export const listingCard = z.object({
  id: z.number(),
  ticker: z.string(),
  /** The address of the coin's picture; null before the exchange lists the coin. */
  image: z.nullable(z.string()),
  name: z.string(),
  /** The project's own site. */
  link: z.nullable(z.string()),
  pairs: z.array(z.string()),
  place: z.enum(cardPlaces),
  /** Those of the pairs that can be traded now. */
  tradable: z.array(z.string()),
});
export type ListingCard = z.infer<typeof listingCard>;
export const listingCardsResponse = z.object({ result: z.array(listingCard) });
