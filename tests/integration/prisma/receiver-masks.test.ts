/** Receivers at payment providers from before their numbers were masked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSaved } from '@pelican/api/src/modules/withdrawals/addresses/repository.ts';
import { writeNotices } from '@pelican/api/src/notices/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { expect, test } from 'vitest';
import { migrationsDir } from '../../../prisma/read-migrations.ts';
import { startTestApi } from '../../support/test-api.ts';
import { assetId } from '../../support/transfer-codes.ts';

test('accounts get the names that they have by the rule of today, and a receiver is known by its token', async () => {
  const api = await startTestApi();
  const { pool } = api.parts;
  const user = await api.signUp('payee@test.local');
  const asset = await assetId(api, 'USDT');
  await pool.query(
    `INSERT INTO payment_methods (id, asset_id, key, kind, provider, name) VALUES
      (3001, $1, 'PAYSOFT', 'provider', 'sandbox', 'Paysoft'), (3002, $1, 'GROW', 'provider', 'sandbox', 'Grow')`,
    [asset],
  );
  const save = (method: number, address: string, memo: string) =>
    pool.query(
      `INSERT INTO saved_addresses (user_id, method_id, address, memo, name, usable_at) VALUES ($1, $2, $3, $4, $5, now())`,
      [user.id, method, address, memo, `saved ${address}`],
    );
  await save(3001, '4111111111111111', 'one');
  await save(3001, '************1111', 'one');
  await save(3001, '4111111111111111@', 'two');
  await save(3001, '9876543210@upi', 'three');
  await save(3001, 'asha.1', 'four');
  await save(3002, '4111111111111111@grow.test', 'five');
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, address, memo)
      VALUES ($1, $2, 3001, 1, 0, 1, 5, 'masked', '4111111111111111', 'one') RETURNING id`,
    [user.id, asset],
  );
  const payload = {
    id: Number(rows[0]?.id),
    amount: '1',
    ticker: 'USDT',
    address: '4111111111111111',
    isToAccount: true,
  };
  await inTransaction(pool, (tx) => writeNotices(tx, [{ userId: user.id, kind: 'withdrawal_canceled', payload }]));
  const file = join(migrationsDir, '20261128195000_masks_of_receivers', 'migration.sql');
  await inTransaction(pool, (tx) => tx.query(readFileSync(file, 'utf8')));
  const saved = await pool.query<{ address: string }>('SELECT address FROM saved_addresses ORDER BY id');
  expect(saved.rows.map(({ address }) => address)).toEqual([
    '************1111',
    '*************111@',
    '9876543210@upi',
    'asha.1',
    '4111111111111111@grow.test',
  ]);
  const withdrawn = await pool.query('SELECT address FROM withdrawals');
  expect(withdrawn.rows).toEqual([{ address: '************1111' }]);
  const told = await pool.query(
    `SELECT payload ->> 'address' AS address FROM notices WHERE kind = 'withdrawal_canceled'`,
  );
  expect(told.rows).toEqual([{ address: '************1111' }]);
  const known = (memo: string) => findSaved(pool, user.id, 3001, { address: 'of another rule', memo });
  expect(await known('one')).toMatchObject({ address: '************1111', isUsable: true });
  expect(await known('six')).toBeUndefined();
  await api.close();
});
