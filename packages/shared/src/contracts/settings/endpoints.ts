/** Settings of a person. */
import { declareEndpoints } from '../endpoint.ts';
import * as fees from './fees.ts';
import * as profile from './profile.ts';

export const settingsEndpoints = declareEndpoints({
  'GET /v2/settings/general': {
    access: 'read',
    tag: 'settings',
    summary: 'Profile and flags',
    response: profile.generalSettings,
  },
  'POST /v2/settings/general': {
    access: 'person',
    tag: 'settings',
    summary: 'Change nickname, language, theme, time zone, consent to news, or the anti-phishing code',
    body: profile.generalSettingsRequest,
    response: profile.generalSettings,
    errors: ['invalid_argument'],
  },
  'POST /v2/settings/customfee': {
    access: 'trade',
    tag: 'settings',
    summary: 'Pay fees in the service token: 1 on, 0 off',
    description: 'Answered once the engine charges so. Orders that rest keep the rates they were placed under.',
    body: fees.customFeeRequest,
    response: fees.customFeeResponse,
    errors: ['too_many_requests', 'service_unavailable', 'outcome_unknown'],
  },
  'GET /v2/trade/settings': {
    access: 'read',
    tag: 'spot',
    summary: 'Fee rates, the caller’s own, by pair',
    response: fees.tradeSettings,
  },
});
