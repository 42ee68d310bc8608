/** What a client asks before anything else. */
import { declareEndpoints } from './endpoint.ts';
import * as contract from './system.ts';

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
    query: contract.localeQuery,
    response: contract.localeResponse,
  },
  'POST /v2/locale': {
    access: 'optional',
    tag: 'system',
    summary: 'Choose a language',
    body: contract.localeRequest,
    response: contract.localeResponse,
  },
  'GET /getCountryList': { access: 'open', tag: 'system', summary: 'Countries', response: contract.countryList },
});
