/**
 * What each part may do in Postgres: the fewest tables and verbs. A new table, or a new use of one, needs its place here, or the part
 * is refused. Columns stand behind a table: 'users(id, email)'.
 */

export interface RoleRights {
  read: 'everything' | readonly string[];
  /** Also the sequences that number the rows. */
  insert?: readonly string[];
  update?: readonly string[];
  delete?: readonly string[];
  /** Of those that run with the owner's rights. */
  functions?: readonly string[];
}

const ledger = {
  insert: ['ledger_account_kinds', 'ledger_accounts', 'ledger_entries', 'ledger_legs'],
  update: ['ledger_accounts'],
} as const;

export const partRoles = {
  /** Writes what users ask for; of an account it changes neither the password, nor the KYC, nor the rights of operators. */
  api: {
    read: 'everything',
    insert: [
      ...ledger.insert,
      'ledger_holds',
      'ledger_hold_changes',
      'users(email, password_hash, nickname, country, locale)',
      'sessions',
      'refresh_tokens',
      'favorites',
      'instrument_favorites',
      'notices',
      'notice_choices',
      'jobs',
      'outbox_commands(shard_id, key, command)',
      'transfers',
      'audit_records',
      'sign_in_events',
    ],
    update: [
      ...ledger.update,
      'ledger_holds',
      'users(nickname, locale, email_verified_at, custom_fee, futures_quiz_passed_at)',
      'sessions',
      'refresh_tokens',
      'api_keys(last_used_at)',
      'notices(read_at)',
      'notice_choices',
      'jobs',
      'outbox_commands(sent_at)',
    ],
    delete: ['sessions', 'refresh_tokens', 'favorites', 'instrument_favorites'],
  },
  /** Writes what engines have done. It knows no person: of a user only the id. */
  settlement: {
    read: [
      'users(id)',
      // Not what they say: a token of a mail may be among it.
      'notices(user_id, key)',
      'assets',
      'markets',
      'instruments',
      'shards',
      'system_settings',
      'settlement_cursors',
      'notice_choices',
      'outbox_commands',
      'transfers',
      'ledger_account_kinds',
      'ledger_accounts',
      'ledger_entries',
      'ledger_legs',
      'klines',
      'trade_balances',
      'spot_orders',
      'perpetual_orders',
      'perpetual_algos',
      'perpetual_positions',
      'perpetual_accounts',
      'perpetual_leverages',
      'perpetual_fund_lots',
      'perpetual_market_state',
    ],
    insert: [
      ...ledger.insert,
      'notices',
      'outbox_commands(shard_id, key, command)',
      'transfers',
      'klines',
      'trade_balances',
      'spot_orders',
      'spot_deals',
      'perpetual_orders',
      'perpetual_algos',
      'perpetual_positions',
      'perpetual_accounts',
      'perpetual_leverages',
      'perpetual_fund_lots',
      'perpetual_market_state',
      'perpetual_deals',
      'perpetual_cash_moves',
      'perpetual_funding_rates',
      'perpetual_funding_payments',
      'perpetual_liquidations',
      'perpetual_deleveragings',
      'perpetual_fund_moves',
    ],
    update: [
      ...ledger.update,
      'settlement_cursors',
      'outbox_commands(done_at)',
      'transfers',
      'klines',
      'trade_balances',
      'spot_orders',
      'perpetual_orders',
      'perpetual_algos',
      'perpetual_positions',
      'perpetual_accounts',
      'perpetual_leverages',
      'perpetual_fund_lots',
      'perpetual_market_state',
    ],
  },
  /** Reads where indexes come from, and writes nothing. */
  ticker: { read: ['instruments', 'index_sources', 'shards', 'settlement_cursors', 'system_settings'] },
  /** Sends commands and messages, takes back what an engine refuses of a listing, and deletes what is old. */
  worker: {
    read: [
      'users(id, email, phone)',
      'shards',
      'system_settings',
      'settlement_cursors',
      'jobs',
      'job_steps',
      'notices',
      'notice_choices',
      'messages',
      'outbox_commands',
      'refresh_tokens',
      'sign_in_events(id, created_at)',
      'perpetual_accounts(user_id, cash)',
      'assets',
      'markets',
      'instruments',
      'perpetual_market_state',
    ],
    insert: ['jobs', 'job_steps', 'messages', 'outbox_commands', 'audit_records'],
    update: [
      'jobs',
      'notices',
      'messages',
      'outbox_commands',
      'refresh_tokens(expires_at)',
      'assets',
      'markets',
      'instruments',
    ],
    delete: ['jobs', 'notices', 'messages', 'outbox_commands', 'refresh_tokens', 'sign_in_events'],
    functions: ['make_month_partitions(integer)'],
  },
  /** The operator's command line: what it writes stands in audit records. No order, trade or balance of an engine. */
  operator: {
    read: 'everything',
    insert: [
      ...ledger.insert,
      'users',
      'api_keys',
      'assets',
      'markets',
      'instruments',
      'index_sources',
      'notices',
      'jobs',
      'outbox_commands',
      'operator_requests',
      'transfers',
      'audit_records',
      'system_settings',
    ],
    update: [
      ...ledger.update,
      'users',
      'sessions',
      'api_keys',
      'assets',
      'markets',
      'instruments',
      'index_sources',
      'messages',
      'jobs',
      'outbox_commands',
      'operator_requests',
    ],
    delete: ['index_sources', 'messages'],
  },
  /** Backup and metrics of others. */
  reader: { read: 'everything' },
} as const satisfies Record<string, RoleRights>;

export type PartRole = keyof typeof partRoles;
