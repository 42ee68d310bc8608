/** Blocks and unblocks accounts. */
import { z } from 'zod';
import { blockAccount, suspendOperator, unblockAccount } from '../../../modules/accounts/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { type Finish, reasonInput, reasonOption, submit } from '../submit-action.ts';

const input = z.object({ email: emailArgument, ...reasonInput });

export const block = defineCommand({
  name: 'block',
  usage: '<email> [--reason TEXT]',
  summary: 'End all sessions and refuse sign-ins and API keys; open orders stay',
  arguments: ['email'],
  options: reasonOption,
  input,
  run: (context, { email, reason }) =>
    submit(context, blockAccount, {
      payload: { email },
      reason,
      finish: finishBlock,
    }),
});

export const finishBlock: Finish<{ email: string }, { isChange: boolean; endedSessions: number }> = (
  context,
  { email },
  { isChange, endedSessions },
) => {
  const sessions = `${endedSessions} session${endedSessions === 1 ? '' : 's'} ended`;
  context.print(`${email} is blocked${isChange ? '' : ' already'}, ${sessions}`);
};

export const suspend = defineCommand({
  name: 'suspend',
  usage: '<email> [--reason TEXT]',
  summary: 'Shut an operator out for a day, at once; `unblock` ends it',
  arguments: ['email'],
  options: reasonOption,
  input,
  run: (context, { email, reason }) =>
    submit(context, suspendOperator, { payload: { email }, reason, finish: finishSuspend }),
});

export const finishSuspend: Finish<{ email: string }, { endedSessions: number }> = (
  context,
  { email },
  { endedSessions },
) => context.print(`${email} is suspended for a day, ${endedSessions} session${endedSessions === 1 ? '' : 's'} ended`);

export const unblock = defineCommand({
  name: 'unblock',
  usage: '<email> [--reason TEXT]',
  summary: 'Let somebody in again',
  arguments: ['email'],
  options: reasonOption,
  input,
  run: (context, { email, reason }) =>
    submit(context, unblockAccount, { payload: { email }, reason, finish: finishUnblock }),
});

export const finishUnblock: Finish<{ email: string }, { isChange: boolean }> = (context, { email }, { isChange }) =>
  context.print(`${email} is active${isChange ? '' : ' already'}`);
