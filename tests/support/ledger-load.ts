/** Clients that spend, hold, release, capture and transfer the money of a few accounts, all at once and at random. */
import { capture, hold, mainAccount, outside, postEntry, release } from '@pelican/api/src/ledger/index.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import { Random } from '@pelican/engine/src/testing/random.ts';
import type pg from 'pg';

export interface LedgerLoad {
  pool: pg.Pool;
  clients: number;
  /** Asked before each operation of each client. */
  goesOn(done: number): boolean;
  seed: number;
}

export interface LedgerLoadResult {
  /** Operations that took effect, by name. */
  done: Record<string, number>;
  /** Refused: too little money, or the hold was used by another client. */
  refused: number;
  /** Transactions that ran again, because Postgres had ended them for a deadlock. */
  repeated: number;
}

const asset = 2;
/** All clients spend the first one's money. */
const users = [6001, 6002, 6003];
const account = (userId: number) => mainAccount({ userId, assetId: asset });

/** @throws whatever is no refusal */
export async function runLedgerLoad({ pool, clients, goesOn, seed }: LedgerLoad): Promise<LedgerLoadResult> {
  await prepare(pool);
  const holds: string[] = [];
  const result: LedgerLoadResult = { done: {}, refused: 0, repeated: 0 };
  let begun = 0;
  const client = async (random: Random) => {
    while (goesOn(begun)) {
      begun++;
      const { name, work } = operation(random, `load:${begun}`, holds);
      let attempts = 0;
      try {
        await inTransaction(pool, (tx) => {
          attempts++;
          return work(tx);
        });
        result.done[name] = (result.done[name] ?? 0) + 1;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        result.refused++;
      }
      result.repeated += attempts - 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, at) => client(new Random(seed + at))));
  return result;
}

async function prepare(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO users (id, email, password_hash, nickname) SELECT id, id || '@load.local', '', 'load' || id
      FROM unnest($1::bigint[]) AS id ON CONFLICT DO NOTHING`,
    [users],
  );
  for (const userId of users) {
    const legs = [
      { account: outside(asset), amount: '-1000' },
      { account: account(userId), amount: '1000' },
    ];
    const entry = { kind: 'credit', reference: 'load', idempotencyKey: `load:${userId}`, legs };
    await inTransaction(pool, (tx) => postEntry(tx, entry));
  }
}

interface Operation {
  name: string;
  work(tx: Transaction): Promise<unknown>;
}

function operation(random: Random, key: string, holds: string[]): Operation {
  const userId = random.chance(0.7) ? (users[0] as number) : random.pick(users);
  const other = random.pick(users.filter((id) => id !== userId));
  const amount = `${random.integer(0, 60)}.${random.integer(1, 99).toString().padStart(2, '0')}`;
  const entry = { kind: 'load', reference: 'load', idempotencyKey: key };
  const known = holds.length === 0 ? 'none' : random.pick(holds);
  const operations: Operation[] = [
    {
      name: 'post',
      work: (tx) =>
        postEntry(tx, {
          ...entry,
          legs: [
            { account: account(userId), amount: `-${amount}` },
            { account: account(other), amount },
          ],
        }),
    },
    {
      name: 'hold',
      work: async (tx) => {
        await hold(tx, { account: account(userId), amount, ...entry });
        holds.push(key);
      },
    },
    { name: 'release', work: (tx) => release(tx, { hold: known, idempotencyKey: key }) },
    { name: 'release in part', work: (tx) => release(tx, { hold: known, amount: '0.5', idempotencyKey: key }) },
    {
      name: 'capture',
      work: (tx) => {
        const to = random.chance(0.5) ? outside(asset) : account(other);
        return capture(tx, { hold: known, to: [{ account: to, amount: '0.75' }], ...entry });
      },
    },
    {
      name: 'transfer',
      work: (tx) =>
        requestTransfer(tx, { userId, assetId: asset, amount, from: 'main', to: 'trade', idempotencyKey: key }),
    },
  ];
  return random.pick(operations);
}

function isRefusal(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  // A capture for the holder himself names his account twice.
  return code === 'insufficient_balance' || /remain of the hold|there is no hold|twice/.test(message);
}
