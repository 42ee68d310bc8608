/** What the front page shows, on the wire. Times are Unix seconds; `lang` is that of an item's texts. */
import * as z from 'zod/mini';
import { languageCodes } from '../system/languages.ts';
import { imageHash } from './facts.ts';
import { contentLanguage } from './language.ts';

export const frontPageQuery = z.object({ lang: contentLanguage });

const lang = z.enum(languageCodes);
/** An address of this server. */
const image = z.nullable(z.string());

const partner = z.object({ id: z.number(), name: z.string(), image, link: z.string() });
export const partnersResponse = z.object({ result: z.array(partner) });

const frontCurrency = z.object({
  /** The pair. */
  name: z.string(),
  place: z.number(),
  /** Hourly closes of the last 24 hours, the oldest first. */
  klineData: z.array(z.string()),
  price: z.string(),
  /** Percent in 24 hours, signed. */
  change: z.string(),
});
export const currenciesResponse = z.object({ result: z.array(frontCurrency) });

const news = z.object({
  /** Of the exchange's own a number; of the feed a hash. */
  id: z.string(),
  title: z.string(),
  image,
  date: z.number(),
  /** A path of this site, or an address of http or https. */
  link: z.string(),
  lang,
});
export type News = z.infer<typeof news>;
export const newsResponse = z.object({ result: z.array(news) });

const digest = z.object({
  id: z.number(),
  title: z.string(),
  /** HTML of a few harmless elements, made of Markdown and sanitised by the server. */
  text: z.string(),
  date: z.number(),
  lang,
});
const event = z.object({
  id: z.number(),
  title: z.string(),
  /** How many may take part; 0: as many as like to. */
  places: z.number(),
  start_time: z.number(),
  condition: z.string(),
  link: z.nullable(z.string()),
  lang,
});
export type FrontEvent = z.infer<typeof event>;
export const digestResponse = z.object({ result: z.array(digest), events: z.array(event) });

const tweet = z.object({
  id: z.number(),
  /** Plain text. */
  text: z.string(),
  author: z.string(),
  date: z.number(),
  link: z.nullable(z.string()),
  lang,
});
export const tweetsResponse = z.object({ result: z.array(tweet) });

export const imageParams = z.object({ hash: imageHash });
