/** Passwords that the operator gives out. */
import { password as passwordContract } from '@pelican/shared/contracts/auth';
import { generatePassword } from '../../identity/index.ts';
import type { OpsContext } from './context.ts';
import { OpsError } from './ops-errors.ts';

/** Asks for a password, or makes one up. @throws OpsError when what was typed breaks the rules of sign-up */
export async function choosePassword(context: OpsContext, isAsked: boolean): Promise<string> {
  if (!isAsked) return generatePassword();
  const parsed = passwordContract.safeParse(await context.readSecret('New password: '));
  if (parsed.success) return parsed.data;
  throw new OpsError(parsed.error.issues.map((issue) => issue.message).join('\n'));
}
