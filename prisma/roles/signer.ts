import type { RoleRights } from './rights.ts';

/** Signs payouts that the ledger has approved, and remembers them. */
export const signer = {
  read: [
    'withdrawals(id, status, taken_at, asset_id, method_id, address, memo, amount, fee)',
    'payment_methods(id, network_id, contract, decimals)',
    'networks(id, kind)',
    'assets(id, ticker)',
    'signed_payouts',
    'signer_keys',
  ],
  insert: ['signed_payouts', 'signer_keys(fingerprint)'],
} as const satisfies RoleRights;
