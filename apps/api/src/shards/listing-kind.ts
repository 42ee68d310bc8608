/** Kinds of listings that operators change, and what one operator changes alone. */
import type { Transaction } from '../platform/database/index.ts';

export type Fields = Record<string, unknown>;

/** A kind of listing that operators change. */
export interface ListingKind {
  /** What its subjects and audit records begin with: 'market' of 'market:3' */
  kind: 'market' | 'instrument';
  /** What one operator changes alone; a less strict status takes two all the same. */
  fieldsForOne: readonly string[];
  /** Whatever a change may hold. */
  fields: readonly string[];
  /** From the one in which everything is allowed to the strictest one. */
  statuses: readonly string[];
  lock(tx: Transaction): Promise<void>;
  /** As Postgres has it. */
  read(tx: Transaction, id: number): Promise<{ name: string; fields: Fields }>;
  write(tx: Transaction, id: number, fields: Fields): Promise<void>;
  /** Puts into the outbox what is new. @returns the subjects of it */
  publish(tx: Transaction): Promise<string[]>;
}

/** A change, and the status that it finds. */
export interface StatusChange {
  change: Fields;
  statusBefore: string;
}

/** Whether one operator may make the change alone. */
export function isForOne(listing: ListingKind, wanted: StatusChange): boolean {
  return !loosens(listing, wanted) && Object.keys(wanted.change).every((field) => listing.fieldsForOne.includes(field));
}

/** Whether the change opens a market, or allows more in it than before. */
export function loosens({ statuses }: ListingKind, { change, statusBefore }: StatusChange): boolean {
  if (change.status === undefined) return false;
  return change.status === 'open' || statuses.indexOf(String(change.status)) < statuses.indexOf(statusBefore);
}

/** Whether the change does nothing but stop a market. */
export function isStop(listing: ListingKind, wanted: StatusChange): boolean {
  return wanted.change.status !== undefined && !loosens(listing, wanted) && Object.keys(wanted.change).length === 1;
}
