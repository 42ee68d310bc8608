/** Payouts: signed once, paid once, whatever dies between two steps. */
import { randomUUID } from 'node:crypto';
import { sandboxAddress } from '@pelican/api/src/chains/index.ts';
import { payNetworks } from '@pelican/api/src/modules/payouts/jobs.ts';
import { PayoutRefused } from '@pelican/api/src/modules/signer/index.ts';
import { holdMoney } from '@pelican/api/src/modules/withdrawals/money.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credit } from '../../support/ledger-users.ts';
import { startTestNetwork, type TestNetwork } from '../../support/networks.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: TestNetwork;
let user: TestUser;
let btc: { assetId: number; methodId: number };

beforeAll(async () => {
  network = await startTestNetwork(new Map([['BTC', '100']]));
  await network.watch();
  user = await network.api.signUp('payee@test.local');
  const { rows } = await network.api.parts.pool.query<{ assetId: number; methodId: number }>(
    `SELECT asset_id AS "assetId", method.id AS "methodId" FROM payment_methods method JOIN assets ON assets.id = asset_id
      WHERE ticker = 'BTC'`,
  );
  btc = rows[0] as typeof btc;
  await credit(network.api.parts.pool, { userId: user.id, assetId: btc.assetId, amount: '1000' });
});
afterAll(() => network.close());

let receivers = 0;
const newReceiver = () => {
  receivers += 1;
  return sandboxAddress(new Uint8Array(20).fill(receivers));
};

/** An approved withdrawal of 1 BTC, of which its receiver gets 0.9. */
async function approve(address: string, amount = '1'): Promise<number> {
  return inTransaction(network.api.parts.pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, address)
       VALUES ($1, $2, $3, $4, 0.1, 1, 11, $5, $6) RETURNING id`,
      [user.id, btc.assetId, btc.methodId, amount, randomUUID(), address],
    );
    const id = Number(rows[0]?.id);
    await holdMoney(tx, { id, userId: user.id, assetId: btc.assetId, amount });
    return id;
  });
}

async function statusOf(id: number): Promise<number | undefined> {
  const { rows } = await network.api.parts.pool.query<{ status: number }>(
    'SELECT status FROM withdrawals WHERE id = $1',
    [id],
  );
  return rows[0]?.status;
}

type Calls = Pick<TestNetwork, 'chain' | 'signer' | 'workerPool'>;

const run = ({ chain, signer, workerPool }: Calls = network) =>
  payNetworks({
    pool: workerPool,
    signer,
    chains: new Map([['sandbox', chain]]),
    sandbox: chain,
    log: { warn: () => undefined, error: () => undefined },
  });

/** Runs and blocks until the withdrawal has the status. */
async function payUntil(id: number, status: number): Promise<void> {
  for (let turn = 0; turn < 12 && (await statusOf(id)) !== status; turn += 1) {
    await run();
    await network.chain.mine(1);
  }
  expect(await statusOf(id)).toBe(status);
}

test('an approved withdrawal is paid, and finished after its confirmations', async () => {
  const receiver = newReceiver();
  const id = await approve(receiver);
  await run();
  expect(await statusOf(id)).toBe(14);
  await payUntil(id, 3);
  expect(await network.chain.balance(receiver, 'BTC')).toBe(90_000_000n);
});

/** The object with functions that do their work and then, at the call with the number, fail as if the process had died there. */
function dyingAfter<T extends object>(target: T, counter: { left: number }): T {
  return new Proxy(target, {
    get(object, name) {
      const value = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        if (counter.left <= 0) throw new Error('died');
        const result = await value.apply(object, given);
        counter.left -= 1;
        if (counter.left === 0) throw new Error('died');
        return result;
      };
    },
  });
}

test('a worker that dies after any step pays once', async () => {
  for (let step = 1; step <= 10; step += 1) {
    const receiver = newReceiver();
    const id = await approve(receiver);
    const counter = { left: step };
    const dying = {
      workerPool: network.workerPool,
      chain: dyingAfter(network.chain, counter),
      signer: dyingAfter(network.signer, counter),
    };
    for (let turn = 0; turn < 4; turn += 1) {
      await run(dying);
      await network.chain.mine(1);
    }
    await payUntil(id, 3);
    expect(await network.chain.balance(receiver, 'BTC')).toBe(90_000_000n);
  }
});

test('workers at the same time pay once', async () => {
  const receiver = newReceiver();
  const id = await approve(receiver);
  await Promise.all([run(), run(), run(), run()]);
  await payUntil(id, 3);
  expect(await network.chain.balance(receiver, 'BTC')).toBe(90_000_000n);
});

test.each([1, 5])('a re-organisation of depth %i that drops a payout does not lose it', async (depth) => {
  const receiver = newReceiver();
  const id = await approve(receiver);
  await run();
  await network.chain.mine(Math.max(1, depth - 3));
  await network.chain.fork(depth, { isKept: false });
  await payUntil(id, 3);
  expect(await network.chain.balance(receiver, 'BTC')).toBe(90_000_000n);
});

test('the signer signs nothing that the ledger has not approved', async () => {
  const id = await approve(newReceiver());
  for (const status of [2, 4, 5, 6, 10, 12, 13]) {
    await network.api.parts.pool.query('UPDATE withdrawals SET status = $2 WHERE id = $1', [id, status]);
    await expect(network.signer.payout(id)).rejects.toMatchObject({ reason: 'not_approved' });
  }
  await expect(network.signer.payout(999_999)).rejects.toBeInstanceOf(PayoutRefused);
});

test('beyond the limit of an hour nothing is signed, and the others are paid', async () => {
  const [large, small] = [await approve(newReceiver(), '100'), await approve(newReceiver())];
  await payUntil(small, 3);
  expect(await statusOf(large)).toBe(11);
});

test('one that its network cannot carry holds up no other', async () => {
  const stuck = await approve(newReceiver());
  await network.api.parts.pool.query('UPDATE withdrawals SET memo = $2 WHERE id = $1', [stuck, 'm'.repeat(80)]);
  await payUntil(await approve(newReceiver()), 3);
  expect(await statusOf(stuck)).toBe(11);
});

test('the signer gives a withdrawal one transaction for ever', async () => {
  const id = await approve(newReceiver());
  await inTransaction(network.workerPool, (tx) =>
    tx.query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]),
  );
  const answers = await Promise.all(Array.from({ length: 5 }, () => network.signer.payout(id)));
  expect(new Set(answers.map(({ raw }) => raw)).size).toBe(1);
  await network.api.parts.pool.query('UPDATE withdrawals SET address = $2 WHERE id = $1', [id, newReceiver()]);
  await expect(network.signer.payout(id)).rejects.toMatchObject({ reason: 'changed' });
});
