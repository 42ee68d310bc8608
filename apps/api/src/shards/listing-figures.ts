/** Figures of a market beside a change of it, as the second operator reads them. */
import { z } from 'zod';
import type { Transaction } from '../platform/database/index.ts';
import { type Fields, type ListingKind, loosens, type StatusChange } from './listing-kind.ts';

/** Figures of a market as a request keeps them: those by which it opens, or those that it replaces; or as the operator has read them. */
export const figuresInput = z.record(z.string(), z.json()).optional();
type Figures = z.infer<typeof figuresInput>;

/** The figures by which the change opens a market or allows more in it; undefined when it does neither. The caller has locked it. */
export async function openedFigures(
  tx: Transaction,
  listing: ListingKind,
  { id, ...wanted }: { id: number } & StatusChange,
): Promise<Figures> {
  if (!loosens(listing, wanted)) return undefined;
  const { fields } = await listing.read(tx, id);
  const names = listing.fields.filter((name) => !listing.fieldsForOne.includes(name) && fields[name] !== undefined);
  return z.record(z.string(), z.json()).parse(pickFields(names, (name) => fields[name]));
}

/** What the change replaces, which the second operator reads beside it. The caller has locked the listing. */
export async function replacedFigures(
  tx: Transaction,
  listing: ListingKind,
  { id, change }: { id: number; change: Fields },
): Promise<Figures> {
  const { fields } = await listing.read(tx, id);
  const names = Object.keys(change).filter((name) => change[name] !== undefined && fields[name] !== undefined);
  return z.record(z.string(), z.json()).parse(pickFields(names, (name) => fields[name]));
}

export function pickFields<Of>(names: string[], pick: (name: string) => Of): Record<string, Of> {
  return Object.fromEntries(names.map((name) => [name, pick(name)]));
}
