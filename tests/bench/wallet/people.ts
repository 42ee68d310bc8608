/** People of the bench with money in their main wallets, and addresses of the sandbox network. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sandboxAddress } from '@pelican/api/src/chains/index.ts';
import { mainAccount, outside, postEntries } from '@pelican/api/src/ledger/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';
import type { BenchUser } from '../pipeline/seed.ts';

const fortune = '100000';
const peopleAtOnce = 200;

export interface Person extends BenchUser {
  /** Each from an address of its own, as the proxy says. */
  ip: string;
  depositAddress: string;
}

interface NetworkAsset {
  assetId: number;
  networkId: number;
  contract: string;
  /** The network's smallest units are so many decimals. */
  decimals: number;
}

export async function findUsdt(pool: pg.Pool): Promise<NetworkAsset> {
  const { rows } = await pool.query<NetworkAsset>(
    `SELECT asset_id AS "assetId", network_id AS "networkId", contract, decimals FROM payment_methods JOIN assets ON assets.id = asset_id
      WHERE ticker = 'USDT' AND payment_methods.key = 'SANDBOX'`,
  );
  const [usdt] = rows;
  if (!usdt) throw new Error('the sandbox network has no USDT');
  return usdt;
}

/** Gives each a fortune of USDT in the main wallet and a deposit address. */
export async function enrich(pool: pg.Pool, users: readonly BenchUser[]): Promise<Person[]> {
  const { assetId, networkId } = await findUsdt(pool);
  await pool.query('UPDATE users SET email_verified_at = now()');
  for (let from = 0; from < users.length; from += peopleAtOnce) {
    const entries = users.slice(from, from + peopleAtOnce).map(({ id }) => ({
      kind: 'credit' as const,
      reference: 'bench',
      idempotencyKey: randomUUID(),
      legs: [
        { account: outside(assetId), amount: `-${fortune}` },
        { account: mainAccount({ userId: id, assetId }), amount: fortune },
      ],
    }));
    await inTransaction(pool, (tx) => postEntries(tx, entries));
  }
  const people = users.map((user, index) => ({
    ...user,
    ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    depositAddress: sandboxAddress(randomBytes(20)),
  }));
  await pool.query(
    `INSERT INTO deposit_addresses (network_id, user_id, address, derivation_index, taken_at)
      SELECT $1, person.id, person.address, 1000000 + row_number() OVER (), now()
        FROM unnest($2::bigint[], $3::text[]) AS person(id, address)`,
    [networkId, people.map(({ id }) => id), people.map(({ depositAddress }) => depositAddress)],
  );
  return people;
}
