/** What each part needs that posts to the ledger. */
export const ledger = {
  insert: ['ledger_account_kinds', 'ledger_accounts', 'ledger_entries', 'ledger_legs'],
  update: ['ledger_accounts'],
} as const;
