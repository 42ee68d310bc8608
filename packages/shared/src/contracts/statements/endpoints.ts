/** Calls about what has moved in a user's wallets. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const own = { access: 'read', tag: 'statements' } as const;

export const statementsEndpoints = declareEndpoints({
  'GET /v2/profile/wallet-history': {
    ...own,
    limits: { rows: 'page' },
    summary: 'Deposits, withdrawals and transfers between wallets, the newest first',
    query: contract.walletHistoryQuery,
    response: contract.walletHistory,
    errors: ['unknown_asset'],
  },
  'GET /v2/profile/wallet-history/:kind/:id': {
    ...own,
    summary: 'A deposit, a withdrawal or a transfer with the steps of its way',
    params: contract.walletRecordParams,
    response: contract.walletRecordDetail,
    errors: ['not_found'],
  },
  'GET /v2/profile/movements': {
    ...own,
    summary: 'Everything that has changed the balance of an asset in a wallet, the newest first',
    description:
      'Each movement has the balance after it. A page may have fewer rows than its limit: `next` is null on the last one.',
    query: contract.movementsQuery,
    response: contract.movements,
    errors: ['unknown_asset'],
  },
});
