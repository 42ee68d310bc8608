/** Calls about the value of an account over time. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

export const portfolioEndpoints = declareEndpoints({
  'GET /v3/profile/portfolio': {
    access: 'read',
    tag: 'wallet',
    summary: 'What all wallets together were worth, in rupees and dollars',
    description:
      'Balances at the beginning of each hour (of a day) or day (of a longer range), at the last prices before it. Held and locked money counts, ' +
      'the unrealised profit of positions does not.',
    query: contract.portfolioQuery,
    response: contract.portfolio,
  },
});
