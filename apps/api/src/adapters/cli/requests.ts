/** Actions of operators from the command line: at once, or as a request that another operator approves. */
import { z } from 'zod';
import { announceAccountChange, type OperatorAction } from '../../identity/index.ts';
import { submitAction } from '../../modules/operations/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { OpsContext } from './context.ts';
import { UsageError } from './ops-errors.ts';

/** What another operator reads on a terminal: nothing in it moves the cursor or hides other text. */
export const plainText = z.string().regex(/^[^\p{Cc}\p{Cf}]+$/u, 'must be plain text on one line');

/** Of every command that changes something. */
export const reasonOption = { reason: { type: 'string' } } as const;
export const reasonInput = { reason: plainText.max(500).optional() };

export interface Submission<Payload, Result> {
  payload: Payload;
  /** Why; demanded where two persons decide. */
  reason: string | undefined;
  /** What follows the commit. */
  finish: Finish<Payload, Result>;
}

export type Finish<Payload, Result> = (context: OpsContext, payload: Payload, result: Result) => Promise<void> | void;

/** Does the action, or asks for it. @returns 0 @throws UsageError where a reason is missing */
export async function submit<Payload, Result>(
  context: OpsContext,
  action: OperatorAction<Payload, Result>,
  { payload, reason, finish }: Submission<Payload, Result>,
): Promise<0> {
  const { caller } = context;
  if (caller.twoPersons && reason === undefined)
    throw new UsageError('--reason TEXT is missing: it stands in the audit records');
  const submitted = await inTransaction(context.pool, (tx) => submitAction(tx, caller, action, { payload, reason }));
  if (submitted.kind === 'done') {
    await complete(context, action, { payload, result: submitted.result, finish });
    return 0;
  }
  const { id, payloadHash } = submitted.request;
  context.print(`request ${id} waits for another operator: npm run ops -- approve ${id} ${payloadHash.slice(0, 16)}`);
  return 0;
}

/** What follows the commit of an action: the change is announced to API processes, and the command goes on. */
export async function complete<Payload, Result>(
  context: OpsContext,
  action: OperatorAction<Payload, Result>,
  { payload, result, finish }: { payload: Payload; result: Result; finish: Finish<Payload, Result> },
): Promise<void> {
  for (const change of action.announces?.(result) ?? []) {
    try {
      await announceAccountChange(await context.redis(), change);
    } catch (error) {
      // Without Redis the API processes notice it within seconds by themselves.
      context.print(`done, but not announced (${(error as Error).message}): it takes some seconds to be noticed`);
    }
  }
  await finish(context, payload, result);
}
