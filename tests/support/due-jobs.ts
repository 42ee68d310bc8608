/** Time that a browser test cannot wait for, in the database of an exchange that `startExchange` runs. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

async function inDatabase<Result>(
  { dataDir }: { dataDir: string },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const connection = JSON.parse(await readFile(path.join(dataDir, 'connection.json'), 'utf8'));
  const client = new pg.Client({ connectionString: connection.DATABASE_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** As if a mail had been tried as often as mails are, over two days. */
export async function giveUpMail(exchange: { dataDir: string }, recipient: string, subject: string): Promise<void> {
  await inDatabase(exchange, (client) =>
    client.query(
      `INSERT INTO messages (recipient, subject, text, attempts, next_attempt_at, error) VALUES ($1, $2, 'text', 12, NULL, 'refused')`,
      [recipient, subject],
    ),
  );
}

/** As if the time in which the account can be kept were over; the worker does the rest. @throws Error when no deletion is asked for */
export async function endCoolingOff(exchange: { dataDir: string }, email: string): Promise<void> {
  await inDatabase(exchange, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `UPDATE users SET deletion_due_at = now() - interval '1 second'
        WHERE email = $1 AND deletion_due_at IS NOT NULL RETURNING id`,
      [email],
    );
    if (!rows[0]) throw new Error(`no deletion of ${email} is asked for`);
    await client.query(
      `UPDATE jobs SET due_at = now() WHERE name = 'account.close' AND state = 'waiting' AND key = $1`,
      [`user:${rows[0].id}`],
    );
  });
}
