/** What operators publish, for everybody. */
import * as z from 'zod/mini';
import { declareEndpoints } from '../endpoint.ts';
import * as announcements from './announcements.ts';
import { bannersQuery, bannersResponse } from './banners.ts';
import * as frontPage from './front-page.ts';
import * as cards from './listing-cards.ts';

const anybody = { access: 'open', tag: 'content' } as const;
/** What is published, or hidden, is so for everybody this much later. */
const published = { ...anybody, maxAgeSeconds: 5 } as const;
const ofFrontPage = { ...published, query: frontPage.frontPageQuery } as const;

export const contentEndpoints = declareEndpoints({
  'GET /v2/announcements': {
    ...published,
    summary: 'Announcements, the pinned ones first, then the newest',
    description: 'Each in the wanted language where it is written in it, otherwise in English.',
    query: announcements.announcementsQuery,
    response: announcements.announcementsResponse,
  },
  'GET /v2/announcements/:slug': {
    ...published,
    summary: 'One announcement',
    params: announcements.announcementParams,
    query: announcements.announcementQuery,
    response: announcements.announcement,
    errors: ['not_found'],
  },
  'GET /v2/listing-cards': {
    ...published,
    summary: 'The showcase of what was listed and of what will be',
    query: cards.listingCardsQuery,
    response: cards.listingCardsResponse,
  },
  'GET /v2/banners': {
    ...published,
    summary: 'Banners that stand above pages now, by their order',
    query: bannersQuery,
    response: bannersResponse,
  },
  'GET /v2/front_page/partners': {
    ...ofFrontPage,
    summary: 'Partners of the exchange',
    response: frontPage.partnersResponse,
  },
  'GET /v2/front_page/currencies': {
    ...published,
    summary: 'Markets of the front page with the closes of a day',
    description: 'Those that operators chose, in their order; the six of most turnover where they chose none.',
    response: frontPage.currenciesResponse,
  },
  'GET /v2/front_page/news': {
    ...ofFrontPage,
    summary: 'News of the exchange and of its feed, the newest first',
    response: frontPage.newsResponse,
  },
  'GET /v2/front_page/digest': {
    ...ofFrontPage,
    summary: 'The digest, and events by their start',
    response: frontPage.digestResponse,
  },
  'GET /v2/tweets': {
    ...ofFrontPage,
    summary: 'Short messages, the newest first',
    response: frontPage.tweetsResponse,
  },
  'GET /v2/content/images/:hash': {
    ...anybody,
    summary: 'A picture, as WebP',
    description: 'It never changes: its name is the hash of its bytes.',
    params: frontPage.imageParams,
    response: z.unknown(),
    errors: ['not_found'],
  },
});
