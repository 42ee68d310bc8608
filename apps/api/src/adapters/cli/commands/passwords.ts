/** New passwords for people who lost theirs. */
import { z } from 'zod';
import { hashPassword } from '../../../identity/index.ts';
import { resetPassword as reset } from '../../../modules/accounts/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { choosePassword } from '../new-password.ts';
import { type Finish, reasonInput, reasonOption, submit } from '../submit-action.ts';

export const resetPassword = defineCommand({
  name: 'reset-password',
  usage: '<email> [--ask] [--reason TEXT]',
  summary: 'Give somebody a new password and end all sessions; --ask reads it instead of making one up',
  arguments: ['email'],
  options: { ask: { type: 'boolean' }, ...reasonOption },
  input: z.object({ email: emailArgument, ask: z.boolean().default(false), ...reasonInput }),
  async run(context, { email, ask, reason }) {
    const password = await choosePassword(context, ask);
    const payload = { email, secret: { passwordHash: await hashPassword(password) } };
    const code = await submit(context, reset, { payload, reason, finish: finishReset });
    // The operator who asks has the password; the one who approves does not see it.
    if (!ask) context.print(`password: ${password}`);
    return code;
  },
});

export const finishReset: Finish<{ email: string }, unknown> = (context, { email }) =>
  context.print(`${email} has a new password and is signed out everywhere`);
