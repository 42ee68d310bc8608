import type { RoleRights } from './rights.ts';

/** Signs payouts that the ledger has approved, and remembers them. */
export const signer = {
  read: [
    'withdrawals(id, user_id, status, taken_at, asset_id, method_id, address, memo, amount, fee)',
    'networks(id, key, kind, chain_id, chain_name, address_type)',
    'payment_methods(id, network_id, asset_id, contract, decimals)',
    'assets(id, ticker)',
    'signed_payouts',
    'signed_replacements',
    'signer_keys',
    'utxos',
    'chain_cursors(network_id, height)',
    'signed_inputs',
    'ledger_holds(account_id, kind, idempotency_key, remaining)',
    'ledger_accounts(id, user_id, asset_id)',
    'payout_networks(network_id, first_nonce, accepted_items)',
    'sweeps(id, network_id, asset_id, kind, key_index, address, first_nonce, state)',
    'signed_sweeps',
    'deposit_addresses(network_id, address, derivation_index)',
  ],
  insert: ['signed_payouts', 'signed_replacements', 'signed_inputs', 'signer_keys(fingerprint)', 'signed_sweeps'],
} as const satisfies RoleRights;
