/** What forms of operators have in common: problems by field, and what changes. */
import { DomainError } from '@pelican/shared/contracts';

/** @throws DomainError invalid_argument with the text of each field that is wrong */
export function demandFields(problems: Readonly<Record<string, string | undefined>>): void {
  const wrong = Object.entries(problems).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  if (wrong.length === 0) return;
  throw new DomainError('invalid_argument', {
    message: wrong.map(([name, text]) => `${name}: ${text}`).join('. '),
    fields: Object.fromEntries(wrong.map(([name, text]) => [name, [text]])),
  });
}

/** The fields that a change gives. */
export function definedOf<Change extends object>(change: Change): Defined<Change> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Defined<Change>;
}

type Defined<Change> = { [Name in keyof Change]?: Exclude<Change[Name], undefined> };

/** The figures that a change would replace. */
export function pickOf<Values extends object>(now: Values, change: object): Partial<Values> {
  return valuesBy(now, Object.keys(definedOf(change)) as (keyof Values)[]);
}

/** What the audit record of a change has: the figures that it changes, before and after. */
export function auditOf<Values extends object>(
  before: Values,
  after: Values,
  names: readonly (keyof Values)[],
): { before: Partial<Values>; after: Partial<Values> } {
  return { before: valuesBy(before, names), after: valuesBy(after, names) };
}

function valuesBy<Values extends object>(values: Values, names: readonly (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

/** Names of the fields that differ. */
export function changedFields<Values extends object>(before: Values, after: Values): (keyof Values)[] {
  return (Object.keys(before) as (keyof Values)[]).filter((name) => before[name] !== after[name]);
}
