/** Calls of the spot markets and of favourite pairs. */
import * as z from 'zod/mini';
import { pairName } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const pairParams = z.object({ pair: pairName });

export const marketsEndpoints = declareEndpoints({
  'GET /v2/market-list': {
    access: 'optional',
    tag: 'spot',
    summary: 'Markets with their figures of the last 24 hours',
    description: 'Favourites are marked for who is signed in.',
    response: contract.marketListResponse,
  },
  'GET /v2/favorites': {
    access: 'read',
    tag: 'spot',
    summary: 'Favourite pairs',
    response: contract.favoritesResponse,
  },
  'POST /v2/favorites': {
    access: 'person',
    tag: 'spot',
    summary: 'Add a favourite pair',
    body: contract.favoriteRequest,
    response: contract.favoritesResponse,
    errors: ['unknown_pair'],
  },
  'DELETE /v2/favorites/:pair': {
    access: 'person',
    tag: 'spot',
    summary: 'Remove a favourite pair',
    params: pairParams,
    response: contract.favoritesResponse,
    errors: ['unknown_pair'],
  },
});
