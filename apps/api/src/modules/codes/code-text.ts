/**
 * The text of a transfer code: 160 random bits in groups of four characters. Lists show the last four, which leaves 140 bits to be
 * guessed. What is kept is the SHA-256: nobody can try enough texts to find one by its hash, so it needs no key (docs/decisions/0110).
 */
import { createHash } from 'node:crypto';
import { transferCodeLength } from '@pelican/shared/contracts/codes';
import { randomCode } from '../../identity/index.ts';

const lastLength = 4;

export interface CodeText {
  /** As it is shown, once. */
  text: string;
  hash: Buffer;
  lastCharacters: string;
}

export function makeCodeText(): CodeText {
  const plain = randomCode(transferCodeLength);
  const text = (plain.match(/.{4}/g) as string[]).join('-');
  return { text, hash: hashOfCode(plain), lastCharacters: plain.slice(-lastLength) };
}

/** @param plain without hyphens, in capitals */
export function hashOfCode(plain: string): Buffer {
  return createHash('sha256').update(`transfer-code:${plain}`).digest();
}

export function maskedCode(lastCharacters: string): string {
  return `••••-${lastCharacters}`;
}
