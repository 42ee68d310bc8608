/** A loan between two people of the demo, and a dispute about it with evidence of both. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { until } from '../../scripts/services/process.ts';
import { ApiSession } from './api-session.ts';
import type { RunningExchange } from './exchange.ts';
import { credit } from './ledger-users.ts';
import { bid, order } from './loans.ts';

const lender = 'alice@demo.local';
const borrower = 'bob@demo.local';

interface DisputedLoan {
  id: number;
  borrowerId: number;
}

/** Loans have to be switched on, and there has to be an index soon. @throws Error when a call is refused */
export async function makeDisputedLoan(exchange: RunningExchange): Promise<DisputedLoan> {
  const { DATABASE_URL } = JSON.parse(readFileSync(path.join(exchange.dataDir, 'connection.json'), 'utf8'));
  const database = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
  try {
    await give(database, lender, 'USDT', '1000');
    const borrowerId = await give(database, borrower, 'BTC', '0.5');
    const [alice, bob] = await Promise.all([lender, borrower].map((email) => ApiSession.signIn(exchange.url, email)));
    if (!alice || !bob) throw new Error('nobody is signed in');
    const created = await alice.post<{ id: number }>('/p2p/create-order', { ...order, auto_approve: true });
    if (created.status !== 200) throw new Error(`the offer was answered ${JSON.stringify(created.body)}`);
    let taken = { status: 0, body: { id: 0 } };
    const isTaken = async () => {
      taken = await bob.post<{ id: number }>(`/p2p/take-credit/${created.body.id}`, bid);
      return taken.status === 200;
    };
    await until('the loan is taken', isTaken, 60_000).catch(() => {
      throw new Error(`the request was answered ${JSON.stringify(taken.body)}`);
    });
    const { id } = taken.body;
    const opened = await bob.post(`/p2p/dispute/${id}`, { reason: 'price', text: 'The price was not that one.' });
    const added = await alice.post(`/p2p/dispute/${id}/evidence`, { text: 'It was the price of the index.' });
    for (const { status, body } of [opened, added])
      if (status !== 200) throw new Error(`the dispute was answered ${JSON.stringify(body)}`);
    return { id, borrowerId };
  } finally {
    await database.end();
  }
}

/** Into the main wallet. @returns whose it is */
async function give(database: pg.Pool, email: string, ticker: string, amount: string): Promise<number> {
  const { rows } = await database.query<{ userId: string; assetId: number }>(
    'SELECT users.id AS "userId", assets.id AS "assetId" FROM users, assets WHERE email = $1 AND ticker = $2',
    [email, ticker],
  );
  const [row] = rows;
  if (!row) throw new Error(`${email} or ${ticker} is not there`);
  const userId = Number(row.userId);
  await credit(database, { userId, assetId: row.assetId, amount });
  return userId;
}
