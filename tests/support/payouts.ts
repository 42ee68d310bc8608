/** Approved withdrawals on the network of a test, and the runs that pay them. */
import { randomUUID } from 'node:crypto';
import { openChains, sandboxAddress } from '@pelican/api/src/chains/index.ts';
import { payNetworks } from '@pelican/api/src/modules/payouts/jobs.ts';
import { holdMoney } from '@pelican/api/src/modules/withdrawals/money.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { expect } from 'vitest';
import { credit } from './ledger-users.ts';
import { startTestNetwork, type TestNetwork } from './networks.ts';
import type { TestUser } from './test-api.ts';

type Calls = Pick<TestNetwork, 'chain' | 'signer' | 'workerPool'>;

export interface Payouts {
  network: TestNetwork;
  /** Of nobody else. */
  newReceiver(): string;
  /** A user with 1,000 of each asset that is paid. */
  newPayee(): Promise<TestUser>;
  /** An approved withdrawal: the receiver gets 0.1 less than the amount. */
  approve(address: string, wanted?: { amount?: string; ticker?: string; user?: TestUser }): Promise<number>;
  /** One run of the worker. @param calls those of the network, or ones that fail */
  run(calls?: Calls): Promise<void>;
  /** Runs and blocks until it has the status; what is to be tried again later is tried at once. */
  payUntil(id: number, status: number): Promise<void>;
  statusOf(id: number): Promise<number | undefined>;
  problemOf(id: number): Promise<string | null | undefined>;
  isTaken(id: number): Promise<boolean>;
  /** What the payers have logged. */
  logged: string[];
}

/** @param limits of the signer, by ticker */
export async function startPayouts(limits: ReadonlyMap<string, string>): Promise<Payouts> {
  const network = await startTestNetwork(limits);
  await network.watch();
  const { pool } = network.api.parts;
  const { rows: methods } = await pool.query<{ ticker: string; assetId: number; methodId: number }>(
    `SELECT ticker, asset_id AS "assetId", method.id AS "methodId" FROM payment_methods method
      JOIN assets ON assets.id = asset_id JOIN networks ON networks.id = network_id WHERE networks.kind = 'sandbox'`,
  );
  const methodOf = (ticker: string) => {
    const found = methods.find((one) => one.ticker === ticker);
    if (!found) throw new Error(`no network has ${ticker}`);
    return found;
  };
  const logged: string[] = [];
  let people = 0;
  let receivers = 0;

  const newPayee = async () => {
    people += 1;
    const user = await network.api.signUp(`payee${people}@test.local`);
    for (const ticker of ['BTC', 'ETH', 'LTC'])
      await credit(pool, { userId: user.id, assetId: methodOf(ticker).assetId, amount: '1000' });
    return user;
  };
  const first = await newPayee();
  const rowOf = async (id: number) => {
    const { rows } = await pool.query<{ status: number; problem: string | null; isTaken: boolean }>(
      'SELECT status, payout_problem AS problem, taken_at IS NOT NULL AS "isTaken" FROM withdrawals WHERE id = $1',
      [id],
    );
    return rows[0];
  };
  const log = (facts: object, text: string) => void logged.push(`${JSON.stringify(facts)} ${text}`);
  const run = ({ chain, signer, workerPool }: Calls = network) =>
    payNetworks({
      pool: workerPool,
      signer,
      chains: openChains({ sandbox: chain, evm: new Map() }),
      sandbox: chain,
      log: { warn: log, error: log } as never,
    });

  return {
    network,
    logged,
    newPayee,
    run,
    newReceiver: () => {
      receivers += 1;
      return sandboxAddress(new Uint8Array(20).fill(receivers));
    },
    approve: (address, { amount = '1', ticker = 'BTC', user = first } = {}) =>
      inTransaction(pool, async (tx) => {
        const { assetId, methodId } = methodOf(ticker);
        const { rows } = await tx.query<{ id: string }>(
          `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, address, confirmed_at)
           VALUES ($1, $2, $3, $4, 0.1, 1, 11, $5, $6, now()) RETURNING id`,
          [user.id, assetId, methodId, amount, randomUUID(), address],
        );
        const id = Number(rows[0]?.id);
        await holdMoney(tx, { id, userId: user.id, assetId, amount });
        return id;
      }),
    statusOf: async (id) => (await rowOf(id))?.status,
    problemOf: async (id) => (await rowOf(id))?.problem,
    isTaken: async (id) => (await rowOf(id))?.isTaken ?? false,
    async payUntil(id, status) {
      for (let turn = 0; turn < 12 && (await rowOf(id))?.status !== status; turn += 1) {
        await pool.query('UPDATE withdrawals SET payout_next_at = now() WHERE payout_next_at IS NOT NULL');
        await run();
        await network.chain.mine(1);
      }
      expect((await rowOf(id))?.status).toBe(status);
    },
  };
}

/** The object with functions that fail. */
export function failing<T extends object>(target: T): T {
  return new Proxy(target, {
    get: (object, name) => {
      const value = Reflect.get(object, name);
      return typeof value === 'function' ? async () => Promise.reject(new Error('away')) : value;
    },
  });
}
