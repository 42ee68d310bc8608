/** What only items of one kind have: as operators write it, and as a row has it. Rows are read by these schemas too, so that what another program has written drops itself alone. */
import * as z from 'zod/mini';
import { pairName, ticker } from '../common.ts';
import { httpsLink } from '../support/texts.ts';
import { bannerAreas, bannerLevels, cardPlaces } from './catalog.ts';

const pairsMax = 10;
const placesMax = 1_000_000;
const linkMax = 200;
const notValid = 'Link is not valid';

export const imageHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Current value is not supported'));
/** The hash of a picture; '' for none. */
const image = z._default(z.union([z.literal(''), imageHash]), '');
const optionalLink = z._default(z.union([z.literal(''), httpsLink]), '');
/** A page of the exchange. */
const ownPath = z
  .string()
  .check(z.regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/, notValid), z.maxLength(linkMax, notValid));
const siteLink = z.union([ownPath, httpsLink], 'Link is not valid');

export const time = z.number().check(z.int(), z.gte(0), z.lte(4_102_444_800));

export const listingCardFacts = z.object({
  ticker,
  /** The project's own site; '' for none. */
  link: optionalLink,
  /** Of a coin that the exchange has no picture of yet. */
  image,
  pairs: z.array(pairName).check(z.maxLength(pairsMax, `At most ${pairsMax} pairs`)),
  place: z.enum(cardPlaces),
});
export const newsFacts = z.object({ link: siteLink, image });
export const partnerFacts = z.object({ link: siteLink, image });
export const eventFacts = z.object({
  /** How many may take part; 0: as many as like to. */
  places: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(placesMax)), 0),
  /** Unix seconds. */
  start_time: time,
  /** Where it is described; '' for nowhere. */
  link: z._default(z.union([z.literal(''), ownPath, httpsLink], notValid), ''),
});
export const tweetFacts = z.object({ link: optionalLink });
export const frontCurrencyFacts = z.object({ pair: pairName });

export const bannerFacts = z.object({
  level: z.enum(bannerLevels),
  /** Where it stands; none: on every page. */
  areas: z._default(z.array(z.enum(bannerAreas)).check(z.maxLength(bannerAreas.length)), []),
  /** A page of the exchange, '' for none: it stands above all pages, and nobody alone leads all readers elsewhere. */
  link: z._default(z.union([z.literal(''), ownPath], notValid), ''),
});
