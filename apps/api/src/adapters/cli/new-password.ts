/** Passwords that the operator gives out. */
import { randomInt } from 'node:crypto';
import { password as passwordContract } from '@pelican/shared/contracts/auth';
import type { OpsContext } from './context.ts';
import { OpsError } from './ops-errors.ts';

/** Without letters and digits that are taken for each other. */
const alphabets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-+=?!%'] as const;
const generatedLength = 18;

/** One of each alphabet, the rest of all of them, in random order. */
export function generatePassword(): string {
  const all = alphabets.join('');
  const characters = Array.from({ length: generatedLength }, (_, at) => pick(alphabets[at] ?? all));
  for (let at = characters.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [characters[at], characters[other]] = [characters[other] as string, characters[at] as string];
  }
  return characters.join('');
}

function pick(alphabet: string): string {
  return alphabet.charAt(randomInt(alphabet.length));
}

/** Asks for a password, or makes one up. @throws OpsError when what was typed breaks the rules of sign-up */
export async function choosePassword(context: OpsContext, isAsked: boolean): Promise<string> {
  if (!isAsked) return generatePassword();
  const parsed = passwordContract.safeParse(await context.readSecret('New password: '));
  if (parsed.success) return parsed.data;
  throw new OpsError(parsed.error.issues.map((issue) => issue.message).join('\n'));
}
