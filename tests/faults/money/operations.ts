/** What a client of the random run does next: one operation by its dice, answered or refused. */
import { type Client, type Operation, pick } from './client.ts';
import { operatorOperations } from './operator-operations.ts';
import { paymentOperations } from './payment-operations.ts';
import { paymentsToUsers } from './payments-to-users.ts';
import { tradingOperations } from './trading-operations.ts';

const operations: Record<string, Operation> = {
  ...tradingOperations,
  ...paymentsToUsers,
  ...paymentOperations,
  ...operatorOperations,
};

const names = Object.entries(operations).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));

/** Does one operation, and counts it. */
export async function doNext(client: Client): Promise<void> {
  const name = pick(client.dice, names);
  await operations[name]?.run(client);
  const { counts } = client.run;
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
