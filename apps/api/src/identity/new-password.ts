/** Passwords that an operator gives out. */
import { randomInt } from 'node:crypto';

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
