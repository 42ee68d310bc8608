/** The end of what guards an account: passwords in other hands, second factors that are lost. */
import { z } from 'zod';
import { resetPassword as reset } from '../../../modules/accounts/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { type Finish, reasonInput, reasonOption, submit } from '../submit-action.ts';

export const resetPassword = defineCommand({
  name: 'reset-password',
  usage: '<email> [--reason TEXT]',
  summary: "End somebody's password, sessions and API keys; the next password is chosen by mail",
  arguments: ['email'],
  options: reasonOption,
  input: z.object({ email: emailArgument, ...reasonInput }),
  run: (context, { email, reason }) => submit(context, reset, { payload: { email }, reason, finish: finishReset }),
});

export const finishReset: Finish<{ email: string }, unknown> = (context, { email }) =>
  context.print(`${email} is signed out everywhere, and chooses a new password by mail`);

export const finishFactorRecovery: Finish<{ email: string }, { effectiveAt: Date }> = (
  context,
  { email },
  { effectiveAt },
) =>
  context.print(
    `the second factors of ${email} are removed at ${effectiveAt.toISOString()}, unless the owner stops it`,
  );
