import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike: 32, which are five bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A code that a person types, of letters and digits of the system's generator. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
