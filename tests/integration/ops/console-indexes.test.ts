/** What operators and the worker look for again and again is found by an index, in tables that hold the whole history of an exchange. */

import { countOperatorAdmins } from '@pelican/api/src/identity/index.ts';
import { hasSuspended } from '@pelican/api/src/identity/operators.ts';
import type { KycCase } from '@pelican/api/src/modules/kyc/cases.ts';
import { approveNumbers } from '@pelican/api/src/modules/kyc/numbers.ts';
import { listTickets } from '@pelican/api/src/modules/support/own-tickets.ts';
import { listDesk } from '@pelican/api/src/modules/support/ticket-desk.ts';
import { eraseExpiredCodes } from '@pelican/api/src/notices/delete-old-notices.ts';
import {
  type AuditFilter,
  type Queryable,
  readAuditRecords,
  type Transaction,
} from '@pelican/api/src/platform/database/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await pool.query(`
    INSERT INTO users (email, password_hash, nickname) SELECT 'user' || n || '@a.test', '', 'a' FROM generate_series(1, 5000) n;
    INSERT INTO audit_records (actor, action, subject, details)
      SELECT 'user:' || n, 'user.looked', 'user:' || n, '{}' FROM generate_series(1, 20000) n;
    INSERT INTO messages (recipient, subject, text) SELECT 'a@a.test', '', 'a' FROM generate_series(1, 5000) n;
    INSERT INTO support_tickets (user_id, category_id, topic, text, email, status, waiting_since, updated_at)
      SELECT (SELECT min(id) FROM users) + n % 2500, 1, '', '', '', CASE WHEN n % 1000 = 0 THEN 'created' ELSE 'fixed' END, NULL,
        now() - make_interval(mins => n) FROM generate_series(1, 20000) n;
    INSERT INTO kyc_cases (user_id, variant, status) SELECT id, 'global', 'approved' FROM users;
    INSERT INTO kyc_numbers (case_id, kind, user_id, number_hash, is_approved)
      SELECT id, 'passport', user_id, int8send(id), true FROM kyc_cases;
    ANALYZE;`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The plans of the statements that a call sends, which are not run. */
async function plansOf(call: (db: Queryable) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const explaining = {
    query: async (text: string, values?: unknown[]) => {
      if (/^\s*(SELECT|UPDATE|DELETE)/.test(text)) {
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return { rows: [{ id: 1, count: 0 }], rowCount: 1 };
    },
  };
  await call(explaining as unknown as Queryable);
  return plans.join('\n\n');
}

const records = (filter: AuditFilter) => async (db: Queryable) => {
  for await (const _ of readAuditRecords(db, filter, 50)) return;
};
const desk = (queue: 'open' | 'closed') => (db: Queryable) =>
  listDesk(db, { queue, search: '', offset: 0, limit: 50 }).catch(() => undefined);

test.each([
  ['a subject', records({ subject: 'user:777' }), 'audit_records_subject_begin_idx'],
  ['an actor', records({ actor: 'user:777' }), 'audit_records_actor_begin_idx'],
  ['operators who make operators', countOperatorAdmins, 'users_operator_name_key'],
  ['whom an operator has shut out', (db: Queryable) => hasSuspended(db, 'ops:jane'), 'users_operator_name_key'],
  ['codes whose time is over', eraseExpiredCodes, 'messages_codes_idx'],
  [
    'the numbers of a person',
    (db: Queryable) => approveNumbers(db as Transaction, { id: 1, userId: 7 } as KycCase),
    'kyc_numbers_user_id_idx',
  ],
  [
    'own tickets',
    (db: Queryable) => listTickets(db, 7, { lang: 'en', offset: 0, limit: 50 }).catch(() => undefined),
    'support_tickets_own_idx',
  ],
  ['open tickets', desk('open'), 'support_tickets_open_idx'],
  ['closed tickets', desk('closed'), 'support_tickets_changed_idx'],
])('%s', async (_, call, index) => {
  expect(await plansOf(call)).toContain(index);
});
