/** What a client asks before anything else, the settings of a person, and the calls for operators. */
import { endpoints } from './endpoint.ts';
import { setIndexRequest, setIndexResponse } from './perpetual.ts';
import * as spot from './spot.ts';
import * as contract from './system.ts';

export const systemEndpoints = endpoints({
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

export const settingsEndpoints = endpoints({
  'GET /v2/settings/general': {
    access: 'read',
    tag: 'settings',
    summary: 'Profile and flags',
    response: contract.generalSettings,
  },
  'POST /v2/settings/general': {
    access: 'person',
    tag: 'settings',
    summary: 'Change nickname or language',
    body: contract.generalSettingsRequest,
    response: contract.generalSettings,
  },
  'POST /v2/settings/customfee': {
    access: 'trade',
    tag: 'settings',
    summary: 'Pay fees in the service token: 1 on, 0 off',
    description: 'Answered once the engine charges so. Orders that rest keep the rates they were placed under.',
    body: spot.customFeeRequest,
    response: spot.customFeeResponse,
  },
  'GET /v2/trade/settings': {
    access: 'read',
    tag: 'spot',
    summary: 'Fee rates, the caller’s own, by pair',
    response: spot.tradeSettings,
  },
});

export const operationsEndpoints = endpoints({
  'POST /v2/ops/index': {
    access: 'operator',
    tag: 'operations',
    summary: 'Set a simulated index',
    description:
      'From the next second on the index of the market is this price, rounded to its tick. It holds still for `hold` ' +
      'seconds (60 when absent), then walks on from there.',
    body: setIndexRequest,
    response: setIndexResponse,
  },
});
