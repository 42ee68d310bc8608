/**
 * Settings: what a part reads from its environment. Each is declared once, with the check of its value and with what
 * docs/operations.md says about it. A part's table is a record of settings by the names of their variables.
 */
import { z } from 'zod';

export interface Setting<Value> {
  /** Checks the text; its messages follow the variable's name: 'must be a number'. */
  readonly schema: z.ZodType<Value>;
  readonly about: string;
  /** What applies when the variable is not set, in words or as it would be written. */
  readonly fallback: string;
  readonly unit: string | undefined;
  /** The value is undefined when the variable is not set. */
  readonly isOptional: boolean;
  /** Its value must reach neither logs nor error messages; containers take it from a file. */
  readonly isSecret: boolean;
}

export type Settings = Record<string, Setting<unknown>>;
export type ValuesOf<Table extends Settings> = {
  [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

interface Facts {
  about: string;
  unit?: string;
  isSecret?: boolean;
}

/** What docs say of a setting that has no default, and must be there. */
export const mustBeSet = 'must be set';

/** A setting with a check of its own. */
export function setting<Value>(
  schema: z.ZodType<Value>,
  { about, fallback, unit, isSecret = false }: Facts & { fallback: string },
): Setting<Value> {
  return { schema, about, fallback, unit, isSecret, isOptional: false };
}

/** The setting, undefined when the variable is not set. @param fallback what applies then, in words */
export function optional<Value>(given: Setting<Value>, fallback: string): Setting<Value | undefined> {
  return { ...given, fallback, isOptional: true };
}

const isNumber = { error: 'must be a number' };

export function wholeNumber(facts: Facts & { fallback: number; min?: number; max?: number }): Setting<number> {
  const { fallback, min = 1, max = 1_000_000_000 } = facts;
  const schema = z.coerce
    .number(isNumber)
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
    .default(fallback);
  return setting(schema, { ...facts, fallback: String(fallback) });
}

/** A number between 0 and 1. */
export function ratio(facts: Facts & { fallback: number }): Setting<number> {
  const range = { error: 'must be from 0 to 1' };
  const schema = z.coerce.number(isNumber).min(0, range).max(1, range).default(facts.fallback);
  return setting(schema, { ...facts, fallback: String(facts.fallback) });
}

/** 1 is true, 0 is false. */
export function flag(facts: Facts & { fallback: '0' | '1' }): Setting<boolean> {
  const schema = z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .default(facts.fallback)
    .transform((value) => value === '1');
  return setting(schema, facts);
}

export function oneOf<const Value extends string>(
  values: readonly Value[],
  facts: Facts & { fallback: NoInfer<Value> },
): Setting<Value> {
  const error = `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  const known = z.string().refine((value): value is Value => (values as readonly string[]).includes(value), { error });
  return setting(known.default(facts.fallback) as unknown as z.ZodType<Value>, facts);
}

/** @param pattern what the text must match, and what to say when it does not */
export function text(facts: Facts & { fallback: string; pattern?: RegExp; patternError?: string }): Setting<string> {
  return setting(textSchema(facts).default(facts.fallback), facts);
}

/** A text without which the part does not start. */
export function requiredText(facts: Facts & { pattern?: RegExp; patternError?: string }): Setting<string> {
  return setting(textSchema(facts), { ...facts, fallback: mustBeSet });
}

function textSchema({
  pattern = /^/,
  patternError = 'is not understood',
}: {
  pattern?: RegExp;
  patternError?: string;
}) {
  return z.string({ error: 'is not set' }).refine((value) => pattern.test(value), { error: patternError });
}

/** An address with one of the schemes ('redis:'), without which the part does not start; see `optional`. */
export function address(schemes: readonly string[], facts: Facts): Setting<string> {
  const error = `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  const schema = z
    .string({ error: 'is not set' })
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), { error });
  return setting(schema, { ...facts, fallback: mustBeSet });
}

/** Texts with commas between them. */
export function list(facts: Facts & { fallback: string }): Setting<string[]> {
  const schema = z
    .string()
    .default(facts.fallback)
    .transform((value) => value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])));
  return setting(schema, facts);
}
