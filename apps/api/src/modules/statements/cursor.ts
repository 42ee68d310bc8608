/** Where a page of movements goes on: the last row's place in the order, and the balance before it. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import type { Place } from './movement-sources.ts';

const digits = z.string().regex(/^\d{1,20}$/);
const cursor = z.object({
  place: digits,
  rank: z.int().min(0).max(2),
  major: digits,
  minor: digits,
  balance: z.string().regex(/^-?\d{1,40}$/),
});

/** The place, and in units of 10^-18 the balance before it. */
export interface MovementCursor extends Place {
  balance: string;
}

export function writeCursor(place: MovementCursor): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** @throws DomainError invalid_argument */
export function readCursor(text: string): MovementCursor {
  try {
    return cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new DomainError('invalid_argument', { fields: { cursor: ['Unknown cursor'] }, cause });
  }
}
