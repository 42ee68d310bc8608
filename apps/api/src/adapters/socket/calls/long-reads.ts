/**
 * Public queries and what they cost. A query of many rows waits until the reader has taken the answer to the one before,
 * and then for its turn among all readers; small ones are answered at once and only counted.
 */
import { queryRows, type ReadQueue, tooMany } from '../../../platform/http/index.ts';
import type { Asker, Call } from './call.ts';

const waitingMaxOfConnection = 100;

export class LongReads {
  private readonly queue: ReadQueue<string>;

  constructor(queue: ReadQueue<string>) {
    this.queue = queue;
  }

  /** Counts a query against the budget of the caller's address. @throws DomainError too_many_requests */
  spend(call: Call<unknown, Asker>, rows = 0): void {
    this.queue.spend(call.connection.ip, queryRows + rows);
  }

  /** Answers with the JSON that `read` makes. @throws DomainError too_many_requests, and what `read` throws */
  async answer(call: Call<unknown, Asker>, rows: number, read: () => Promise<string>): Promise<void> {
    this.spend(call, rows);
    const { connection } = call;
    if (connection.readsWaiting >= waitingMaxOfConnection) throw tooMany(1_000);
    connection.readsWaiting++;
    const turn = connection.reading.then(async () => {
      await connection.whenDrained();
      if (!connection.isOpen) return;
      call.answerJson(await this.queue.run(connection.ip, read));
    });
    connection.reading = turn.catch(() => undefined);
    try {
      await turn;
    } finally {
      connection.readsWaiting--;
    }
  }
}
