/** Actions of operators from the command line: at once, or as a request that another operator approves. */
import { reasonText } from '@pelican/shared/contracts/operations';
import { z } from 'zod';
import type { ActionDeps, OperatorAction, OperatorCaller } from '../../identity/index.ts';
import { submitAction } from '../../modules/operations/index.ts';
import type { OpsContext } from './context.ts';
import { deliver } from './deliver.ts';
import { UsageError } from './ops-errors.ts';

/** Every command that changes something takes these. */
export const reasonOption = { reason: { type: 'string' } } as const;
export const reasonInput = { reason: z.optional(reasonText) };

export interface Submission<Payload, Result, Effect> {
  payload: Payload;
  /** Why; demanded where two persons decide. */
  reason: string | undefined;
  /** Prints what was done. */
  finish: Finish<Payload, Result, Effect>;
}

export type Finish<Payload, Result, Effect = void> = (
  context: OpsContext,
  payload: Payload,
  result: Result,
  effect: Effect,
) => Promise<void> | void;

/** What actions work with after their commit. */
export function actionDeps(context: OpsContext): ActionDeps {
  const { pool, redis, print } = context;
  return { pool, redis, deliver: (subjects) => deliver(context, subjects), warn: print };
}

/** @throws UsageError without a reason where two persons decide */
export function demandReason(caller: Pick<OperatorCaller, 'twoPersons'>, reason: string | undefined): void {
  if (caller.twoPersons && reason === undefined)
    throw new UsageError('--reason TEXT is missing: it stands in the audit records');
}

/** Does the action, or asks for it. @returns 0 @throws UsageError where a reason is missing */
export async function submit<Payload, Result, Effect>(
  context: OpsContext,
  action: OperatorAction<Payload, Result, Effect>,
  { payload, reason, finish }: Submission<Payload, Result, Effect>,
): Promise<0> {
  const caller = await context.caller();
  demandReason(caller, reason);
  const submitted = await submitAction(actionDeps(context), caller, action, { payload, reason });
  if (submitted.kind === 'done') {
    await finish(context, payload, submitted.result, submitted.effect);
    return 0;
  }
  const { id, payloadHash } = submitted.request;
  context.print(`request ${id} waits for another operator: npm run ops -- approve ${id} ${payloadHash.slice(0, 16)}`);
  return 0;
}
