/** The captcha: a proof of work that the exchange serves and checks itself. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

export const captchaEndpoints = declareEndpoints({
  'GET /v2/common/startcaptchaservlet': {
    access: 'open',
    tag: 'auth',
    limits: { rate: 'identification' },
    summary: 'A challenge to solve before signing up or recovering a password',
    description: 'A challenge of altcha, good once and for ten minutes.',
    response: contract.captchaResponse,
  },
});
