/** What operators publish, for everybody. */
import { declareEndpoints } from '../endpoint.ts';
import * as announcements from './announcements.ts';
import * as cards from './listing-cards.ts';

const anybody = { access: 'open', tag: 'content' } as const;

export const contentEndpoints = declareEndpoints({
  'GET /v2/announcements': {
    ...anybody,
    summary: 'Announcements, the pinned ones first, then the newest',
    description: 'Each in the wanted language where it is written in it, otherwise in English.',
    query: announcements.announcementsQuery,
    response: announcements.announcementsResponse,
  },
  'GET /v2/announcements/:slug': {
    ...anybody,
    summary: 'One announcement',
    params: announcements.announcementParams,
    query: announcements.announcementQuery,
    response: announcements.announcement,
    errors: ['not_found'],
  },
  'GET /v2/listing-cards': {
    ...anybody,
    summary: 'The showcase of what was listed and of what will be',
    query: cards.listingCardsQuery,
    response: cards.listingCardsResponse,
  },
});
