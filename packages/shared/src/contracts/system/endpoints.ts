/** What a client asks before anything else, and what a monitor asks. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

export const systemEndpoints = declareEndpoints({
  'GET /systemParams': {
    access: 'optional',
    tag: 'system',
    summary: 'Global configuration',
    description: 'Who is signed in also gets a token for server.auth of the socket.',
    response: contract.systemParams,
  },
  'GET /v2/locale': {
    access: 'open',
    tag: 'system',
    summary: 'Texts of a language',
    description:
      'Without `area` the texts of the server, by codes of errors. With it those of a part of the client, for example `trading`: 304 for ' +
      'an If-None-Match of what is the same. The area `changed` has what operators have put in place of texts, of all areas; the other ' +
      'areas have it in its place. A language that is not offered is answered in English.',
    query: contract.localeQuery,
    response: contract.localeResponse,
    errors: ['not_found'],
  },
  'POST /v2/locale': {
    access: 'optional',
    tag: 'system',
    summary: 'Choose a language',
    body: contract.localeRequest,
    response: contract.localeResponse,
  },
  'GET /getCountryList': {
    access: 'open',
    tag: 'system',
    summary: 'Countries',
    response: contract.countryList,
    maxAgeSeconds: 3_600,
  },
});

export const healthEndpoints = declareEndpoints({
  'GET /health': {
    access: 'open',
    tag: 'system',
    summary: 'Whether all parts are up',
    description:
      '503 when one is not; `parts` says which. `lag` is in milliseconds. `detail` is for operators: on this machine, or ' +
      'with METRICS_TOKEN as the bearer.',
    response: contract.healthResponse,
    statuses: [200, 503],
  },
});

export const socketQueryEndpoints = declareEndpoints({
  'POST /v2/socket/query': {
    access: 'optional',
    tag: 'system',
    summary: 'Queries of the socket over HTTP',
    description:
      'For who cannot open the socket. Each call is a request as the socket takes it, and only those ending in `.query` are known; ' +
      'own orders, positions and balances to who is signed in. Answers are those of the socket, in any order and known by their ids; a refusal ' +
      'stands in its own answer. Every query costs as much of the budget of reads as it does over the socket.',
    body: contract.socketQueries,
    response: contract.socketAnswers,
    errors: ['too_many_requests'],
  },
});
