/** Users and their money past the API: by the ledger's entries, and by the outbox that carries transfers to the shards. */
import { randomUUID } from 'node:crypto';
import { mainAccount, outside, postEntry } from '@pelican/api/src/ledger/index.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction, type Queryable, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import type { EventEntry } from '@pelican/api/src/shards/index.ts';
import { readCursor } from '@pelican/api/src/shards/index.ts';
import type { Shard } from '@pelican/shared/engine';
import type pg from 'pg';
import { until } from '../../scripts/services/process.ts';

const settledMsMax = 90_000;

/** An amount of an asset, in decimal text of whole units. */
interface Money {
  userId: number;
  assetId: number;
  amount: string;
}

/** A user who cannot sign in. Returns the id. */
export async function insertUser(database: Queryable, email: string): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO users (email, password_hash, nickname) VALUES ($1, '', $1) RETURNING id`,
    [email],
  );
  return Number(rows[0]?.id);
}

/** Money from outside into the main wallet. */
export async function credit(pool: pg.Pool, money: Money): Promise<void> {
  await inTransaction(pool, (tx) => postCredit(tx, money));
}

/** Money from outside that goes on into a shard's wallet, once the outbox is delivered. */
export async function creditShard(
  pool: pg.Pool,
  money: Money & { to: 'trade' | 'futures'; toShard?: Shard },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await postCredit(tx, money);
    await requestTransfer(tx, { ...money, from: 'main', idempotencyKey: randomUUID() });
  });
}

/** The same in a transaction of the caller. */
export async function postCredit(tx: Transaction, { userId, assetId, amount }: Money): Promise<void> {
  const legs = [
    { account: outside(assetId), amount: `-${amount}` },
    { account: mainAccount({ userId, assetId }), amount },
  ];
  await postEntry(tx, { kind: 'credit', reference: 'test', idempotencyKey: randomUUID(), legs });
}

/** True when each command of the outbox has its answer. */
export async function isOutboxDelivered(database: Queryable): Promise<boolean> {
  return (await database.query('SELECT 1 FROM outbox_commands WHERE done_at IS NULL LIMIT 1')).rows.length === 0;
}

/** Waits until all that the engine has answered, as the journal's client has seen it, is in Postgres. */
export async function awaitSettled(
  pool: pg.Pool,
  shard: Shard,
  { entries }: { entries: readonly Pick<EventEntry<unknown>, 'header'>[] },
): Promise<void> {
  const newest = entries.findLast(({ header }) => header.commandCount > 0)?.header;
  const seq = newest ? newest.firstSeq + newest.commandCount - 1 : 0;
  const isSettled = async () => (await readCursor(pool, shard)).seq >= seq;
  await until(`command ${seq} of ${shard.name} is settled`, isSettled, settledMsMax);
}
