/** Settings of a person. */
import { declareEndpoints } from './endpoint.ts';
import * as spot from './spot.ts';
import * as contract from './system.ts';

export const settingsEndpoints = declareEndpoints({
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
