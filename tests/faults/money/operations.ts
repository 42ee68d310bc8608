/** What a client of the random run does next: one operation by its dice, answered or refused. */
import { operationsOf } from './client.ts';
import { operatorOperations } from './operator-operations.ts';
import { paymentOperations } from './payment-operations.ts';
import { paymentsToUsers } from './payments-to-users.ts';
import { tradingOperations } from './trading-operations.ts';

export const doNext = operationsOf({
  ...tradingOperations,
  ...paymentsToUsers,
  ...paymentOperations,
  ...operatorOperations,
});
