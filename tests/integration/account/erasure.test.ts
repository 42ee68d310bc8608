/** What is left of a deleted account: a marker in each column of text that knows of the user, looked for everywhere afterwards. */
import { deletionJobs } from '@pelican/api/src/modules/deletion/index.ts';
import { deleteExpiredFiles } from '@pelican/api/src/platform/files/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Catalogue,
  findText,
  insertMarkedRows,
  isText,
  markUser,
  readCatalogue,
  tablesOfUsers,
} from '../../support/personal-data.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';
import { startWorkerOf } from '../../support/worker.ts';

const marker = 'heron7marker';
const phone = '+919876501234';

/** Rows of users that stay whole. The reasons are those of docs/decisions/0074. */
const staying: Record<string, string> = {
  address_allow_lists: 'no facts of a person',
  carried_adoptions: 'accounts',
  carried_postings: 'accounts',
  deposit_addresses: 'a deposit to it may come at any time',
  deposits: 'accounts',
  finished_payouts: 'records of payments',
  inr_banks: 'records of payments',
  inr_payouts: 'records of payments',
  provider_payouts: 'records of payments',
  invoices: 'accounts',
  kyc_cases: 'how an identity was verified',
  kyc_documents: 'how an identity was verified',
  kyc_hand_overs: 'deleted by the worker, as soon as nothing is asked of the provider',
  kyc_numbers: 'a document is of one account, ever',
  kyc_provider_events: 'how an identity was verified',
  ledger_accounts: 'accounts',
  ledger_hold_changes: 'accounts',
  ledger_holds: 'accounts',
  operator_notes: 'evidence, only added to',
  p2p_calls: 'accounts',
  p2p_disputes: 'accounts',
  p2p_evidence: 'what a decision about money rests on',
  p2p_loans: 'accounts',
  p2p_offers: 'accounts',
  p2p_offer_edits: 'accounts',
  p2p_payments: 'accounts',
  p2p_sales: 'accounts',
  perpetual_algos: 'orders',
  perpetual_orders: 'orders',
  provider_payments: 'records of payments',
  provider_reports: 'records of payments',
  sign_in_events: 'evidence, 90 days',
  sign_up_bonuses: 'accounts',
  signed_payouts: 'records of payments',
  signed_replacements: 'records of payments',
  spot_orders: 'orders',
  tax_costs: 'accounts',
  tax_disposals: 'accounts',
  tax_invoices: 'accounts',
  tax_lots: 'accounts',
  tax_profiles: 'accounts',
  tax_records: 'accounts',
  tax_sums: 'accounts',
  transfer_code_events: 'accounts',
  transfer_codes: 'accounts',
  transfers: 'accounts',
  withdrawals: 'accounts',
};

/** Tables with text that have no reference to a user: nobody's, or what is said of people in them stays. */
const ofNobody = [
  '_prisma_migrations',
  'address_floors',
  'assets',
  'audit_records',
  'carried_fills',
  'chain_blocks',
  'chain_cursors',
  'content_items',
  'content_texts',
  'content_images',
  'news_feed',
  'contract_decimals',
  'data_keys',
  'deployment',
  'deposit_holdings',
  'faq_entries',
  'index_sources',
  'inr_payout_batches',
  'instruments',
  'job_steps',
  'jobs',
  'ledger_account_kinds',
  'ledger_entries',
  'markets',
  'network_balances',
  'market_openings',
  'networks',
  'operator_claims',
  'operator_requests',
  'outbox_commands',
  'p2p_moneys',
  'p2p_pledges',
  'payout_comparison_starts',
  'payout_comparisons',
  'payout_networks',
  'payment_closures',
  'payment_methods',
  'payment_state_changes',
  'payment_terms',
  'reserve_proof_assets',
  'settlement_cursors',
  'shards',
  'signed_inputs',
  'signed_sweeps',
  'signer_keys',
  'spot_index_sources',
  'support_saved_answers',
  'sweeps',
  'system_flags',
  'text_overrides',
  'system_settings',
  'tax_quarters',
  'tax_rules',
  'unclaimed_transfers',
  'utxos',
];

/** Columns of texts that come from a list of ours, or say which row another one is of. */
const values = {
  'chat_messages.room': 'en',
  // Those of an identity stay until their time is over.
  'files.purpose': 'support',
  'files.size': 1,
  'exports.format': 'csv',
  'exports.outcome': 'ready',
  'factor_recoveries.status': 'waiting',
  'inr_banks.account_type': 'saving',
  'inr_banks.status': 'pending',
  'messages.channel': 'mail',
  'messages.sent_at': new Date(),
  'second_factors.method': 'totp',
  'second_factors.secret_encrypted': Buffer.from([0]),
  'support_forms.kind': 'feedback',
  'support_forms.language': 'en',
  'support_forms.state': 'new',
  'support_tickets.status': 'created',
  'users.phone': phone,
  'users.unverified_phone': phone,
  'users.country': 'IN',
  'users.kyc_country': 'IN',
  'users.permissions': [],
  // Of operators alone, whose accounts are not deleted.
  'users.operator_name': null,
  'users.suspended_by': null,
};

let api: TestApi;
let worker: { close(): Promise<void> };
let catalogue: Catalogue;

beforeAll(async () => {
  api = await startTestApi();
  catalogue = await readCatalogue(api.parts.pool);
  // Messages say of which notice they are without a reference.
  catalogue.references.push({ table: 'messages', columns: ['notice_id'], target: 'notices', targetColumns: ['id'] });
  worker = startWorkerOf(api, (redis) => deletionJobs({ redis }));
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const sql = (text: string, ...given: unknown[]) => api.parts.pool.query(text, given);

/** Runs the job as if the time before it were over. */
async function runJob(user: TestUser, name: string): Promise<void> {
  await sql(`UPDATE users SET deletion_due_at = now() - interval '1 second' WHERE id = $1`, user.id);
  await sql('UPDATE notices SET dispatched_at = coalesce(dispatched_at, now()) WHERE user_id = $1', user.id);
  await sql(`UPDATE jobs SET due_at = now() WHERE state = 'waiting' AND key = $1`, `user:${user.id}`);
  const stateOf = async () =>
    (await sql('SELECT state FROM jobs WHERE key = $1 AND name = $2', `user:${user.id}`, name)).rows;
  await expect.poll(stateOf, { timeout: 60_000 }).toEqual([{ state: 'done' }]);
}

test('each table with texts is one of users, whose rows are erased or stay, or is of nobody', () => {
  const withText = new Set(catalogue.columns.filter(isText).map(({ table }) => table));
  const known = new Set([...tablesOfUsers(catalogue), ...ofNobody, 'users']);
  expect([...withText].filter((table) => !known.has(table))).toEqual([]);
  const all = new Set(tablesOfUsers(catalogue));
  expect(Object.keys(staying).filter((table) => !all.has(table))).toEqual([]);
});

test('nothing of what a deleted user has written or has given is in any table that does not have to keep it', async () => {
  const user = await api.signUp(`${marker}@erasure.test`);
  expect((await user.post('/v2/deleteUserApi', { password: testPassword })).status).toBe(200);
  await runJob(user, 'account.close');

  const withText = new Set(catalogue.columns.filter(isText).map(({ table }) => table));
  const erased = tablesOfUsers(catalogue).filter((table) => withText.has(table) && !(table in staying));
  await insertMarkedRows(api.parts.pool, catalogue, { userId: user.id, marker, tables: erased, values });
  await markUser(api.parts.pool, catalogue, {
    userId: user.id,
    marker,
    values: { ...values, 'users.email': user.email },
  });
  await sql(`UPDATE users SET email_verified_at = now() WHERE id = $1`, user.id);
  await sql(`INSERT INTO opening_watches (topic, email) VALUES ('feature:otc', $1)`, user.email);
  await sql(
    `INSERT INTO messages (recipient, subject, text) VALUES ($1, 'We have your message', 'Its number is 1.')`,
    user.email,
  );
  await sql('UPDATE messages SET sent_at = now()');
  const marked = catalogue.columns
    .filter((column) => isText(column) && [...erased, 'users'].includes(column.table))
    .map(({ table, name }) => `${table}.${name}`)
    .filter((place) => !(place in values));
  expect(await findText(api.parts.pool, catalogue, marker)).toEqual(expect.arrayContaining(marked));

  await runJob(user, 'account.erase');
  await deleteExpiredFiles(api.parts.pool);
  const isLeft = (place: string) => !((place.split('.')[0] ?? '') in staying);
  expect((await findText(api.parts.pool, catalogue, marker)).filter(isLeft)).toEqual([]);
  expect((await findText(api.parts.pool, catalogue, phone)).filter(isLeft)).toEqual([]);
});

test('a case that somebody else has joined stays theirs, without what the deleted person sent', async () => {
  const user = await api.signUp('joined@erasure.test');
  const { rows } = await sql(
    `INSERT INTO support_forms (kind, user_id, email, subject, fields) VALUES ('listing', $1, $2, 'chain 0x1', '{"name":"Jo"}') RETURNING id`,
    user.id,
    user.email,
  );
  await sql(
    `INSERT INTO support_forms (kind, email, subject, fields, joins_id) VALUES ('listing', 'other@erasure.test', 'chain 0x1', '{"name":"Al"}', $1)`,
    rows[0]?.id,
  );
  await user.post('/v2/deleteUserApi', { password: testPassword });
  await runJob(user, 'account.close');
  await runJob(user, 'account.erase');
  const left = await sql(
    'SELECT user_id, email, fields, state FROM support_forms WHERE id >= $1 ORDER BY id',
    rows[0]?.id,
  );
  expect(left.rows).toEqual([
    { user_id: null, email: 'deleted@deleted.invalid', fields: {}, state: 'new' },
    { user_id: null, email: 'other@erasure.test', fields: { name: 'Al' }, state: 'new' },
  ]);
});
