/** Actions on money from the command line: at once, or as a request that another operator approves. */

import { z } from 'zod';
import { makeRequest, type OperatorAction } from '../../modules/operations/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import type { OpsContext } from './context.ts';
import { UsageError } from './ops-errors.ts';

/** What another operator reads on a terminal: nothing in it moves the cursor or hides other text. */
export const plainText = z.string().regex(/^[^\p{Cc}\p{Cf}]+$/u, 'must be plain text on one line');

export interface Submission<Payload, Result> {
  payload: Payload;
  /** Why; a request must have it. */
  reason: string | undefined;
  /** What follows the commit. */
  finish: Finish<Payload, Result>;
}

export type Finish<Payload, Result> = (context: OpsContext, payload: Payload, result: Result) => Promise<void>;

/** Does the action, or where two persons are demanded asks for it. @throws UsageError for a request without a reason */
export async function submitAction<Payload, Result>(
  context: OpsContext,
  action: OperatorAction<Payload, Result>,
  { payload, reason, finish }: Submission<Payload, Result>,
): Promise<number> {
  if (!context.config.twoPersons) {
    const result = await inTransaction(context.pool, (tx) => action.run(tx, context.actor, payload));
    await finish(context, payload, result);
    return 0;
  }
  if (reason === undefined)
    throw new UsageError('--reason TEXT is missing: another operator reads it before approving');
  const { id, payloadHash } = await inTransaction(context.pool, async (tx) => {
    await tryOut(tx, () => action.run(tx, context.actor, payload));
    return makeRequest(tx, { action, payload, maker: context.actor, reason });
  });
  context.print(`request ${id} waits for another operator: npm run ops -- approve ${id} ${payloadHash.slice(0, 16)}`);
  return 0;
}

/** A request for what cannot be done is refused to its maker, not to the operator who approves it. */
async function tryOut(tx: Transaction, act: () => Promise<unknown>): Promise<void> {
  await tx.query('SAVEPOINT tried');
  await act();
  await tx.query('ROLLBACK TO SAVEPOINT tried');
}
